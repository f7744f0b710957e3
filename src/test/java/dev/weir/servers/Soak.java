package dev.weir.servers;

import dev.weir.event.PoolSnapshot;
import dev.weir.internal.deadline.AlarmsSet;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Sends the mix from every kind of client to several servers for a long time, with faults at random, and takes samples while
 * no caller sends. One thread.
 */
final class Soak {

    private static final long LONGEST_BETWEEN_FAULTS_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final SoakPlan plan;
    private final List<SoakServer> servers;
    private final SoakCallers callers;
    private final Random random;
    private final Map<String, Integer> faults = new TreeMap<>();
    private final List<SoakSample> samples = new ArrayList<>();
    private final List<String> unbalanced = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    Soak(SoakPlan plan, List<SoakServer> servers) {
        this.plan = plan;
        this.servers = servers;
        this.callers = new SoakCallers(plan.longestPause());
        this.random = plan.random(0);
    }

    void run() throws InterruptedException {
        servers.forEach(server -> server.startCallers(callers, plan));
        long sampleNanos = startNanos;
        while (System.nanoTime() - startNanos < plan.lasts().toNanos()) {
            LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_BETWEEN_FAULTS_NANOS));
            disturb();
            if (System.nanoTime() - sampleNanos > plan.betweenSamples().toNanos()) {
                sampleNanos = System.nanoTime();
                sample();
            }
        }
        callers.stop();
        sample();
    }

    private void disturb() {
        if (random.nextInt(4) == 0) {
            callers.interrupt(random);
            faults.merge("a caller is interrupted", 1, Integer::sum);
            return;
        }
        SoakServer server = servers.get(random.nextInt(servers.size()));
        String fault = server.disturb(random);
        System.out.println("soak " + seconds() + " s: " + fault + " at " + server);
        faults.merge(fault, 1, Integer::sum);
    }

    private void sample() {
        callers.whileNoneSends(() -> {
            try {
                look();
            } catch (AssertionError e) {
                unbalanced.add(seconds() + " s: " + e.getMessage());
            }
        });
    }

    private void look() {
        settled(AlarmsSet::count, alarms -> alarms == 0);
        long heap = heap();
        Open open = settled(this::open, Open::isBalanced);
        SoakSample sample = new SoakSample(
                seconds(),
                heap,
                threads(),
                open.sockets(),
                open.idle(),
                settled(AlarmsSet::count, alarms -> alarms == 0),
                callers.answered(),
                callers.failed(),
                faults.values().stream().mapToInt(Integer::intValue).sum());
        samples.add(sample);
        if (!open.isBalanced()) {
            servers.forEach(server -> System.out.println("soak has open " + server.opened()));
        }
        System.out.println("soak " + sample.line());
    }

    /** How many sockets are open and how many connections are idle, read together: one may close at any moment. */
    private record Open(long sockets, long idle) {
        boolean isBalanced() {
            return sockets == idle;
        }
    }

    private Open open() {
        long idle = servers.stream()
                .flatMap(server -> server.balanced().stream())
                .mapToLong(PoolSnapshot::idle)
                .sum();
        return new Open(servers.stream().mapToLong(SoakServer::sockets).sum(), idle);
    }

    /** Samples until the figures have settled, for a limited time; returns the last. */
    static <T> T settled(Supplier<T> look, Predicate<T> isSettled) {
        long beginNanos = System.nanoTime();
        T seen = look.get();
        while (!isSettled.test(seen) && System.nanoTime() - beginNanos < SETTLED_NANOS) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            seen = look.get();
        }
        return seen;
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc(); // a later collection frees what the first one only prepares
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("weir-"))
                .count();
    }

    List<SoakSample> samples() {
        return samples;
    }

    /** Returns how often each fault occurred. */
    Map<String, Integer> faults() {
        return faults;
    }

    /**
     * Returns what is wrong, in words; nothing if nothing leaks, all counters add up, and each response is that of its
     * request.
     */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>(unbalanced);
        callers.wrong().forEach((what, count) -> wrong.add(count + " × " + what));
        wrong.addAll(SoakVerdict.of(samples));
        return wrong;
    }
}
