package dev.weir.bench;

import dev.weir.load.Latencies;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of what is measured of one client in a JVM of its own. A client's name stands before each. */
final class CostFigures {

    static final String CPU = ContestTable.CPU;
    static final String BYTES = ContestTable.BYTES;
    static final String WALL = ContestTable.WALL;
    static final String MEDIAN = ContestTable.MEDIAN;
    static final String P99 = ContestTable.P99;
    static final String CALLER_CPU = " callerCpu";
    static final String COMPILER_CPU = " compilerCpu";
    static final String SERVER_CPU = " serverCpu";
    static final String ASKED = " asked switches";
    static final String PREEMPTED = " preempted";
    static final String OPEN = " open";
    static final String WARM = " warm seconds";
    static final String JAVA = " java";
    static final String NGINX = " nginx";
    static final String SAMPLES = " samples ";

    private CostFigures() {}

    /** Returns what a request cost between two moments. */
    static Map<String, Double> perRequest(Reading before, Reading after, Latencies latencies) {
        double requests = latencies.count();
        ThreadSwitches switches = after.switches().minus(before.switches());
        Map<String, Double> figures = new LinkedHashMap<>();
        long compilers = after.compilerCpuNanos() - before.compilerCpuNanos();
        figures.put(CPU, (after.cpuNanos() - before.cpuNanos() - compilers) / requests);
        figures.put(COMPILER_CPU, compilers / requests);
        figures.put(CALLER_CPU, (after.callerCpuNanos() - before.callerCpuNanos()) / requests);
        figures.put(SERVER_CPU, (after.serverCpuNanos() - before.serverCpuNanos()) / requests);
        figures.put(BYTES, after.bytes().since(before.bytes()) / requests);
        figures.put(WALL, (after.nanos() - before.nanos()) / requests);
        figures.put(MEDIAN, latencies.quantileNanos(0.5));
        figures.put(P99, latencies.quantileNanos(0.99));
        figures.put(ASKED, switches.asked() / requests);
        figures.put(PREEMPTED, switches.preempted() / requests);
        return figures;
    }
}
