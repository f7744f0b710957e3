package dev.weir.bench;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Compares two clients that took turns, forward and backward: in blocks of two slices of each, whose sums a machine that
 * slows down evenly slows alike. Only the half of the blocks count in which other processes took the least CPU time.
 *
 * @param client the slices of one
 * @param first the slices of the other, each taken beside the one of the same place
 */
record SliceBlocks(List<Slice> client, List<Slice> first) {

    private static final int SIZE = 2;

    /** Returns the CPU time per request of the one as multiples of the other's, for each block. */
    double[] cpuRatios() {
        return ratios(SliceBlocks::evenCpu);
    }

    /** Returns the requests per CPU time of client and server together, likewise. */
    double[] thriftOfBothRatios() {
        return ratios((all, block) -> 1 / (evenCpu(all, block) + block.serverNanos() / block.requests()));
    }

    /**
     * Returns the CPU time as multiples of what the server took for the same requests, likewise: what slows both down, such
     * as other processes beside them, is not in it.
     */
    double[] cpuByServerRatios() {
        return ratios((all, block) -> evenCpu(all, block) / (block.serverNanos() / block.requests()));
    }

    // Garbage is collected in one slice of several, for what all of them have allocated.
    private static double evenCpu(Slice all, Slice block) {
        double collectorNanos = all.cpu(ThreadKind.GC) / all.requests();
        return collectorNanos + (block.cpu() - block.cpu(ThreadKind.GC)) / block.requests();
    }

    private interface Cost {
        double of(Slice all, Slice block);
    }

    private double[] ratios(Cost cost) {
        Slice ofClient = sum(client);
        Slice ofFirst = sum(first);
        return quietBlocks()
                .mapToDouble(block -> cost.of(ofClient, block(client, block)) / cost.of(ofFirst, block(first, block)))
                .toArray();
    }

    private IntStream quietBlocks() {
        return IntStream.range(0, count())
                .boxed()
                .sorted(Comparator.comparingDouble(this::disturbance))
                .limit((count() + 1) / 2)
                .mapToInt(Integer::intValue);
    }

    private double disturbance(int block) {
        Slice both = block(client, block).plus(block(first, block));
        return both.otherNanos() / both.wallNanos();
    }

    /** Returns how many processors other processes took in the blocks that count. */
    double disturbance() {
        return quietBlocks().mapToDouble(this::disturbance).average().orElse(0);
    }

    // What is left at the end joins the last block.
    private int count() {
        return Math.max(1, client.size() / SIZE);
    }

    private Slice block(List<Slice> slices, int block) {
        int end = block == count() - 1 ? slices.size() : (block + 1) * SIZE;
        return sum(slices.subList(block * SIZE, end));
    }

    static Slice sum(List<Slice> slices) {
        return slices.stream().reduce(Slice.none(), Slice::plus);
    }

    /** Returns the sum of a figure of slices for each of their requests. */
    static double perRequest(List<Slice> slices, ToDoubleFunction<Slice> figure) {
        Slice all = sum(slices);
        return figure.applyAsDouble(all) / all.requests();
    }
}
