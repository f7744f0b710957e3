package dev.weir.failure;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Thrown when a call outlives {@code timeouts.total}: from the queue to the last byte of the body, retries and redirects
 * included. Whether the server executed the request is not known unless the phase says that it was never sent.
 */
public final class TotalTimeoutException extends InterruptedIOException {

    private static final long serialVersionUID = 1L;

    /** What the call was doing when its time was over. Constants may be added. */
    public enum Phase {
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

        Phase(String text) {
            this.text = text;
        }

        /** Returns the phase in words. */
        @Override
        public String toString() {
            return text;
        }
    }

    /** The name of the pool. */
    private final String pool;

    /** The target of the request. */
    private final String target;

    /** The limit of the call. */
    private final Duration total;

    /** What it was doing at the end. */
    private final Phase phase;

    /** How long each phase took. */
    private final EnumMap<Phase, Duration> phases;

    /**
     * Creates the exception. The pool does; programs need it only to test what they do about it.
     *
     * @param message what happened, with the figures
     * @param pool the pool's name
     * @param target scheme, host and port of the request
     * @param total the time that the call had
     * @param phase what it was doing
     * @param phases how long each phase took that it reached
     */
    public TotalTimeoutException(
            String message, String pool, String target, Duration total, Phase phase, Map<Phase, Duration> phases) {
        super(message);
        this.phases = new EnumMap<>(Phase.class);
        this.phases.putAll(phases);
        this.pool = pool;
        this.target = target;
        this.total = total;
        this.phase = phase;
    }

    /**
     * Returns how long the call spent in each phase, over all its retries and redirects. A phase of less than a millisecond
     * is added to the next one.
     *
     * @return the time of each phase that it reached, in order; unmodifiable
     */
    public Map<Phase, Duration> phases() {
        return Collections.unmodifiableMap(phases);
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name
     */
    public String pool() {
        return pool;
    }

    /**
     * Returns the target of the request.
     *
     * @return scheme, host and port
     */
    public String target() {
        return target;
    }

    /**
     * Returns the time that the call had.
     *
     * @return the limit in force for this call
     */
    public Duration total() {
        return total;
    }

    /**
     * Returns what the call was doing when its time was over.
     *
     * @return the phase
     */
    public Phase phase() {
        return phase;
    }
}
