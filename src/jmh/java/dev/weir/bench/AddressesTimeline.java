package dev.weir.bench;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * What happens to four servers while requests go on: one dies after a third of the time, and one is added after two thirds.
 * Its own thread notes when the added one has its share of the requests.
 */
final class AddressesTimeline implements AutoCloseable {

    static final int WELL = 0;
    static final int SLOW = 1;
    static final int DYING = 2;
    static final int COMING = 3;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LOOKS = 5;

    private final AddressServers servers;
    private final int turn;
    private final long beginNanos = System.nanoTime();
    private final long nanos;
    private final Thread thread = new Thread(this::run, "timeline");

    // Written by its thread, which has ended when they are read.
    private long[] beforeLastPart = new long[0];
    private double spreadNanos = Double.NaN;

    private AddressesTimeline(AddressServers servers, int turn, long nanos) {
        this.servers = servers;
        this.turn = turn;
        this.nanos = nanos;
    }

    /** Begins; in each of three turns another address is the first one of the name. */
    static AddressesTimeline begin(AddressServers servers, int turn, long nanos) {
        AddressesTimeline timeline = new AddressesTimeline(servers, turn, nanos);
        timeline.resolveTo(WELL, SLOW, DYING);
        timeline.thread.setDaemon(true);
        timeline.thread.start();
        return timeline;
    }

    private void run() {
        pauseUntil(nanos / 3);
        servers.kill(DYING);
        pauseUntil(nanos / 3 * 2);
        resolveTo(WELL, SLOW, COMING);
        beforeLastPart = servers.requests();
        watch();
    }

    private void resolveTo(Integer... numbers) {
        List<Integer> order = Arrays.asList(numbers);
        Collections.rotate(order, turn);
        servers.resolveTo(order);
    }

    private void watch() {
        long[][] looks = new long[LOOKS][];
        for (int look = 0; sinceNanos() < nanos && !thread.isInterrupted(); look++) {
            long[] before = looks[look % LOOKS];
            looks[look % LOOKS] = servers.requests();
            if (before != null && hasItsShare(before, looks[look % LOOKS])) {
                spreadNanos = sinceNanos() - nanos / 3 * 2;
                return;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    // Half of an equal share of three.
    private static boolean hasItsShare(long[] before, long[] now) {
        long all = IntStream.range(0, now.length)
                .mapToLong(i -> now[i] - before[i])
                .sum();
        return all > 0 && (now[COMING] - before[COMING]) * 6 >= all;
    }

    private long sinceNanos() {
        return System.nanoTime() - beginNanos;
    }

    private void pauseUntil(long atNanos) {
        for (long left = atNanos - sinceNanos(); left > 0 && !thread.isInterrupted(); left = atNanos - sinceNanos()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Returns its figures when the requests are over. */
    void note() throws InterruptedException {
        thread.join();
        long[] after = servers.requests();
        Figures.note("toWell", (double) after[WELL] - beforeLastPart[WELL]);
        Figures.note("toSlow", (double) after[SLOW] - beforeLastPart[SLOW]);
        Figures.note("toComing", (double) after[COMING]);
        Figures.note("spread", spreadNanos);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
