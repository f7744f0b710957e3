package dev.weir.internal.diagnosis;

/** The share of callers that find all of {@code n} servers busy, by Erlang's formula. Pure. */
final class ErlangC {

    // Above this load the walk would take long, and the normal approximation is exact to a fraction of a percent.
    private static final double LARGE_LOAD = 100_000;

    // Three standard deviations are exceeded about once in a thousand times.
    private static final double DEVIATIONS = 3;

    private ErlangC() {}

    /**
     * Returns the smallest number of servers with which no larger share waits.
     *
     * @param load servers that are busy on average, above zero
     * @param mayWait the share that may wait, above zero
     */
    static int connections(double load, double mayWait) {
        if (load > LARGE_LOAD) {
            return (int) Math.min(Integer.MAX_VALUE, Math.ceil(load + DEVIATIONS * Math.sqrt(load)));
        }
        double blocked = 1; // Erlang B, from no server on
        int servers = 0;
        while (waiting(blocked, load, servers) > mayWait) {
            servers++;
            blocked = load * blocked / (servers + load * blocked);
        }
        return servers;
    }

    private static double waiting(double blocked, double load, int servers) {
        return servers <= load ? 1 : blocked / (1 - load / servers * (1 - blocked));
    }
}
