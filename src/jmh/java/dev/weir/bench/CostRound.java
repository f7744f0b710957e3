package dev.weir.bench;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A round of {@link ClientCostBenchmark}: the JVMs of all clients live at once and take turns in slices, first until the JIT
 * compilers of each are quiet, then measured. For one thread.
 */
final class CostRound implements Closeable {

    /** One of the clients with what it did. */
    private record Contestant(CostClient client, LiveClient jvm, WarmUp warmUp, List<Slice> slices) {

        void warm(long nanos) throws IOException {
            Slice slice = jvm.warmUp(nanos);
            warmUp.add(nanos, Math.round(slice.cpuOfAll()), Math.round(slice.cpu(ThreadKind.COMPILERS)));
        }

        boolean isWarm() {
            return warmUp.isOver();
        }
    }

    private final List<Contestant> contestants = new ArrayList<>();
    private final long nanos;
    private final long sliceNanos;

    /**
     * Creates one without clients.
     *
     * @param nanos how long each client sends: at most three quarters of it to warm up, a quarter measured
     * @param sliceNanos how long a slice is, or less if that leaves fewer than two measured ones
     */
    CostRound(long nanos, long sliceNanos) {
        this.nanos = nanos;
        this.sliceNanos = Math.min(sliceNanos, nanos / 8);
    }

    void add(CostClient client, LiveClient jvm) {
        contestants.add(new Contestant(client, jvm, new WarmUp(nanos / 4, nanos / 4 * 3), new ArrayList<>()));
    }

    /** Runs it; returns the figures of each client, the first one's first. */
    Map<CostClient, Map<String, Double>> run() throws IOException {
        warmUp();
        measure();
        Map<CostClient, Map<String, Double>> figures = new LinkedHashMap<>();
        for (Contestant contestant : contestants) {
            figures.put(contestant.client, figures(contestant));
        }
        return figures;
    }

    private void warmUp() throws IOException {
        while (!contestants.stream().allMatch(Contestant::isWarm)) {
            for (Contestant contestant : contestants) {
                if (!contestant.isWarm()) {
                    contestant.warm(sliceNanos);
                }
            }
        }
    }

    private void measure() throws IOException {
        long count = nanos / 4 / sliceNanos;
        for (int turn = 0; turn < count; turn++) {
            for (Contestant contestant : TurnOrder.of(contestants, turn)) {
                contestant.slices.add(contestant.jvm.measure(sliceNanos));
            }
        }
    }

    private Map<String, Double> figures(Contestant contestant) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>(CostFigures.perRequest(contestant.slices));
        figures.putAll(CostFigures.besides(new SliceBlocks(contestant.slices, contestants.get(0).slices)));
        figures.put(CostFigures.WARM, contestant.warmUp.elapsedNanos() / 1e9);
        figures.putAll(contestant.jvm.end());
        return figures;
    }

    @Override
    public void close() {
        contestants.forEach(contestant -> contestant.jvm.close());
    }
}
