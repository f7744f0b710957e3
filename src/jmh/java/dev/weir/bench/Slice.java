package dev.weir.bench;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What a client did in a short time, or in several.
 *
 * @param requests how many requests were answered
 * @param wallNanos how long it was
 * @param serverNanos CPU time of the server's process
 * @param otherNanos CPU time of all other processes of the machine
 * @param bytes what the client's JVM has allocated
 * @param switches how often its threads have left their processor
 * @param cpuNanos CPU time of the client's JVM, by what its threads work for
 */
record Slice(
        double requests,
        double wallNanos,
        double serverNanos,
        double otherNanos,
        double bytes,
        ThreadSwitches switches,
        Map<ThreadKind, Double> cpuNanos) {

    private static final String REQUESTS = "requests";
    private static final String WALL = "wall";
    private static final String SERVER = "server";
    private static final String OTHERS = "others";
    private static final String BYTES = "bytes";
    private static final String ASKED = "asked";
    private static final String PREEMPTED = "preempted";

    static Slice none() {
        return new Slice(0, 0, 0, 0, 0, ThreadSwitches.none(), Map.of());
    }

    /** Reads one that another JVM has written. */
    static Slice of(Map<String, Double> figures) {
        Map<ThreadKind, Double> cpuNanos = new EnumMap<>(ThreadKind.class);
        for (ThreadKind kind : ThreadKind.values()) {
            cpuNanos.put(kind, figures.getOrDefault(kind.figure(), 0.0));
        }
        return new Slice(
                value(figures, REQUESTS),
                value(figures, WALL),
                value(figures, SERVER),
                value(figures, OTHERS),
                value(figures, BYTES),
                new ThreadSwitches((long) value(figures, ASKED), (long) value(figures, PREEMPTED)),
                cpuNanos);
    }

    private static double value(Map<String, Double> figures, String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }

    Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(REQUESTS, requests);
        figures.put(WALL, wallNanos);
        figures.put(SERVER, serverNanos);
        figures.put(OTHERS, otherNanos);
        figures.put(BYTES, bytes);
        figures.put(ASKED, (double) switches.asked());
        figures.put(PREEMPTED, (double) switches.preempted());
        cpuNanos.forEach((kind, nanos) -> figures.put(kind.figure(), nanos));
        return figures;
    }

    Slice plus(Slice other) {
        Map<ThreadKind, Double> sum = new EnumMap<>(ThreadKind.class);
        sum.putAll(cpuNanos);
        other.cpuNanos.forEach((kind, nanos) -> sum.merge(kind, nanos, Double::sum));
        return new Slice(
                requests + other.requests,
                wallNanos + other.wallNanos,
                serverNanos + other.serverNanos,
                otherNanos + other.otherNanos,
                bytes + other.bytes,
                switches.plus(other.switches),
                sum);
    }

    /** Returns the CPU time of one kind of thread. */
    double cpu(ThreadKind kind) {
        return cpuNanos.getOrDefault(kind, 0.0);
    }

    /** Returns the CPU time that a service pays for. */
    double cpu() {
        return sum(ThreadKind::isOfTheClient);
    }

    /** Returns the CPU time of all threads of the JVM. */
    double cpuOfAll() {
        return sum(kind -> true);
    }

    private double sum(Predicate<ThreadKind> kinds) {
        return cpuNanos.entrySet().stream()
                .filter(entry -> kinds.test(entry.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
