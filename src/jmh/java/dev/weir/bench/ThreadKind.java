package dev.weir.bench;

import java.util.stream.Stream;

/** What a thread of a client's JVM works for, by the name that the system knows it by: its first 15 characters. */
enum ThreadKind {
    /** Sends requests; on virtual threads, the threads that carry them. */
    CALLERS(" callerCpu", "caller|ForkJoinPool-1-"),
    /** Ends calls and reads at their time. */
    ALARMS(" alarmCpu", "weir-deadlines"),
    /** Collects garbage. */
    GC(" collectorCpu", "GC Thread|G1 |VM Thread"),
    /** Compiles. */
    COMPILERS(" compilerCpu", "C[12] Compiler"),
    /** Measures, which costs a client nothing. */
    BENCHMARK(" benchmarkCpu", "java|main"),
    /** Everything else. */
    REST(" restCpu", "");

    private final String figure;
    private final String beginnings;

    ThreadKind(String figure, String beginnings) {
        this.figure = figure;
        this.beginnings = beginnings;
    }

    /**
     * Returns what a thread works for.
     *
     * @param name its name, or the beginning of it
     * @return the first kind whose names begin like it
     */
    static ThreadKind of(String name) {
        return Stream.of(values())
                .filter(kind -> name.matches("(?:" + kind.beginnings + ").*"))
                .findFirst()
                .orElse(REST);
    }

    /** Returns whether a service would pay for it: compilation ends, and nothing is measured there. */
    boolean isOfTheClient() {
        return this != COMPILERS && this != BENCHMARK;
    }

    /** Returns the name of its CPU time among figures. */
    String figure() {
        return figure;
    }
}
