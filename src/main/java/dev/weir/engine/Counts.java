package dev.weir.engine;

/** What is in the pool, over all routes; written by all threads, added up on request. */
final class Counts {

    private static final int HALF = Integer.SIZE;

    // Leased in the lower half, idle in the upper one: each lease and each release changes both, so the cache line of
    // one counter moves between processors, not two.
    private final Count connections = new Count();
    private final Count pending = new Count();

    void leased(int change) {
        connections.add(change);
    }

    /** Counts an idle connection as leased. */
    void taken() {
        connections.add(1 - (1L << HALF));
    }

    void idle(int change) {
        connections.add((long) change << HALF);
    }

    void pending(int change) {
        pending.add(change);
    }

    int leased() {
        return Math.max(0, lower(connections.now()));
    }

    int idle() {
        long both = connections.now();
        return Math.max(0, (int) ((both - lower(both)) >> HALF));
    }

    int pending() {
        return Math.max(0, lower(pending.now()));
    }

    // It may be negative for a moment; it then borrows from the upper half.
    private static int lower(long both) {
        return (int) both;
    }
}
