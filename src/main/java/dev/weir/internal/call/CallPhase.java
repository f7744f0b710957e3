package dev.weir.internal.call;

/** What the call was doing when its time was over. */
public enum CallPhase {
    /** It waited for a connection; the request was not sent. */
    QUEUE("waiting for a connection"),
    /** It looked up the name of the host; the request was not sent. */
    DNS("looking up the name of the host"),
    /**
     * It established a connection; the request was not sent. In an asynchronous pool, this includes name lookup and TLS
     * handshake.
     */
    CONNECT("establishing a connection"),
    /** It performed the TLS handshake; the request was not sent. */
    TLS("doing the TLS handshake"),
    /** It sent the body of the request. Requests without a body, and those of asynchronous pools, have no such phase. */
    REQUEST("sending the request"),
    /** It waited for the head of the response. */
    RESPONSE("waiting for the response"),
    /** It read the body of the response. */
    BODY("reading the body of the response"),
    /** It paused before it would have sent the request again, as the server or {@code retry.backoff} asks. */
    PAUSE("pausing before a retry");

    private final String text;

    CallPhase(String text) {
        this.text = text;
    }

    /** Returns the phase in words. */
    @Override
    public String toString() {
        return text;
    }
}
