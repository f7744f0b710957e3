package dev.weir.failure;

/**
 * Why a caller got no connection, as far as the pool can tell.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum Verdict {

    /** Connections are held and seem unused: responses were not closed. */
    LEAK_SUSPECTED("leak suspected"),

    /** Callers hold their connections for much longer than usual, because the server takes long. */
    SLOW_UPSTREAM("slow upstream"),

    /**
     * Too little has happened to tell a slow server from a small limit: too few connections were given back, or the first
     * are still being established.
     */
    UNCLEAR("unclear"),

    /** The traffic needs more connections than the route may have. */
    UNDERSIZED("undersized"),

    /** The route has room, but other routes have taken all that {@code maxTotal} allows. */
    TOTAL_TAKEN("total taken by another route"),

    /** As many exchanges are under way as {@code maxInFlight} allows. */
    IN_FLIGHT_LIMIT("too many in flight"),

    /** The thread that waits holds a connection itself, so that it may be waiting for itself. */
    NESTED_LEASE("nested lease"),

    /** There would be room, but the last attempt to establish a connection failed. */
    DIALS_FAILING("dials failing");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    /** Returns the verdict in words, such as {@code slow upstream}. */
    @Override
    public String toString() {
        return text;
    }
}
