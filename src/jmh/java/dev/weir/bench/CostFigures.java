package dev.weir.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of what is measured of one client in a JVM of its own. A client's name stands before each. */
final class CostFigures {

    static final String CPU = ContestTable.CPU;
    static final String BYTES = ContestTable.BYTES;
    static final String WALL = ContestTable.WALL;
    static final String MEDIAN = ContestTable.MEDIAN;
    static final String P99 = ContestTable.P99;
    static final String CALLER_CPU = ThreadKind.CALLERS.figure();
    static final String COMPILER_CPU = ThreadKind.COMPILERS.figure();
    static final String SERVER_CPU = " serverCpu";
    static final String ASKED = " asked switches";
    static final String PREEMPTED = " preempted";
    static final String OPEN = " open";
    static final String WARM = " warm seconds";
    static final String JAVA = " java";
    static final String NGINX = " nginx";
    static final String SAMPLES = " samples ";

    /** What stands behind a figure for its ratio to that of the first client, slice beside slice. */
    static final String RATIO = " ratio";

    /** How far the ratios of a round lie apart: half of the interval of their median. */
    static final String WITHIN = " ratio within";

    static final String BOTH_THRIFT = " thrift of both";

    static final String BY_SERVER = " cpu by server";

    /** How many processors other processes took meanwhile. */
    static final String OTHERS = " others";

    private CostFigures() {}

    /** Returns what a request cost on the average. */
    static Map<String, Double> perRequest(List<Slice> slices) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(CPU, SliceBlocks.perRequest(slices, Slice::cpu));
        for (ThreadKind kind : ThreadKind.values()) {
            figures.put(kind.figure(), SliceBlocks.perRequest(slices, slice -> slice.cpu(kind)));
        }
        figures.put(SERVER_CPU, SliceBlocks.perRequest(slices, Slice::serverNanos));
        figures.put(BYTES, SliceBlocks.perRequest(slices, Slice::bytes));
        figures.put(WALL, SliceBlocks.perRequest(slices, Slice::wallNanos));
        figures.put(
                ASKED, SliceBlocks.perRequest(slices, slice -> slice.switches().asked()));
        figures.put(
                PREEMPTED,
                SliceBlocks.perRequest(slices, slice -> slice.switches().preempted()));
        return figures;
    }

    /** Returns what it cost beside another client. */
    static Map<String, Double> besides(SliceBlocks blocks) {
        MedianInterval cpu = MedianInterval.of(blocks.cpuRatios());
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(CPU + RATIO, cpu.median());
        figures.put(CPU + WITHIN, (cpu.high() - cpu.low()) / 2);
        figures.put(
                BOTH_THRIFT + RATIO,
                MedianInterval.of(blocks.thriftOfBothRatios()).median());
        figures.put(
                BY_SERVER + RATIO, MedianInterval.of(blocks.cpuByServerRatios()).median());
        figures.put(OTHERS, blocks.disturbance());
        return figures;
    }
}
