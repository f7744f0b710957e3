package dev.weir.bench;

import java.util.List;

/**
 * How often threads have left their processor, as Linux counts in {@code /proc/<process>/task/<thread>/status}.
 *
 * @param asked how often to wait for something
 * @param preempted how often because another was to run
 */
record ThreadSwitches(long asked, long preempted) {

    private static final String ASKED = "voluntary_ctxt_switches:";
    private static final String PREEMPTED = "nonvoluntary_ctxt_switches:";

    static ThreadSwitches none() {
        return new ThreadSwitches(0, 0);
    }

    static ThreadSwitches parse(List<String> status) {
        return new ThreadSwitches(value(status, ASKED), value(status, PREEMPTED));
    }

    private static long value(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
                .findFirst()
                .orElse(0);
    }

    ThreadSwitches plus(ThreadSwitches others) {
        return new ThreadSwitches(asked + others.asked, preempted + others.preempted);
    }

    ThreadSwitches minus(ThreadSwitches before) {
        return new ThreadSwitches(asked - before.asked, preempted - before.preempted);
    }
}
