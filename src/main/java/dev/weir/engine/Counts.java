package dev.weir.engine;

/** What is in the pool, over all routes; written by all threads, added up by who asks. */
final class Counts {

    private final Count leased = new Count();
    private final Count idle = new Count();
    private final Count pending = new Count();

    void leased(int change) {
        leased.add(change);
    }

    void idle(int change) {
        idle.add(change);
    }

    void pending(int change) {
        pending.add(change);
    }

    int leased() {
        return leased.now();
    }

    int idle() {
        return idle.now();
    }

    int pending() {
        return pending.now();
    }
}
