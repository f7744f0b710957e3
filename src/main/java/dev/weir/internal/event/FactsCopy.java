package dev.weir.internal.event;

/** The facts of a call as they were at one moment; only the end of the connection may still be added. */
final class FactsCopy extends KnownFacts {

    private final KeptFacts kept;

    FactsCopy(KeptFacts kept) {
        this.kept = kept;
    }

    @Override
    KeptFacts now() {
        return kept;
    }

    /**
     * Returns one line, such as {@code 200 in 812 ms: reused 10.0.0.1:443 (HTTP/1.1, request 17, idle for 3.1 s), queue 0
     * ms, …}.
     */
    @Override
    public String toString() {
        return FactsText.of(this);
    }
}
