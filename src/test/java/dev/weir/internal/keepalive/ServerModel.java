package dev.weir.internal.keepalive;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * Connections that callers use with gaps, to a server that closes idle ones, in a time of its own: what a learner is told
 * in the course of it, and what comes of that.
 */
final class ServerModel {

    static final long STATIC_NANOS = SECONDS.toNanos(30);

    final KeepAliveLearner learner = new KeepAliveLearner();

    private final Random random;
    private final List<Rest> rests = new ArrayList<>();
    private long nowNanos = Long.MAX_VALUE - SECONDS.toNanos(5); // soon overflows

    long limitNanos = Long.MAX_VALUE;
    double jitter;
    LongUnaryOperator gap;

    int requests;
    int reused;
    int raced;

    private static final class Rest {
        long sinceNanos;
        long gapNanos;
        long closedNanos;
        boolean isProbe;
        boolean isFresh;
    }

    ServerModel(long seed, int connections, LongUnaryOperator gap) {
        this.random = new Random(seed);
        this.gap = gap;
        for (int i = 0; i < connections; i++) {
            rests.add(rest(new Rest()));
        }
    }

    private Rest rest(Rest rest) {
        rest.sinceNanos = nowNanos;
        rest.gapNanos = gap.applyAsLong(random.nextInt(1_000));
        rest.closedNanos = limitNanos == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : (long) (limitNanos * (1 + jitter * (2 * random.nextDouble() - 1)));
        rest.isProbe = false;
        return rest;
    }

    void forgetCounts() {
        requests = 0;
        reused = 0;
        raced = 0;
    }

    void run(long nanos) {
        long endNanos = nowNanos + nanos;
        while (nowNanos - endNanos < 0) {
            nowNanos += MILLISECONDS.toNanos(5);
            learner.settle(nowNanos);
            rests.forEach(this::step);
        }
    }

    /** The server closes all that idle at once. */
    void restart() {
        rests.forEach(rest -> rest.closedNanos = Math.min(rest.closedNanos, nowNanos - rest.sinceNanos));
    }

    private void step(Rest rest) {
        long ageNanos = nowNanos - rest.sinceNanos;
        boolean isClosed = ageNanos >= rest.closedNanos;
        if (isClosed && !rest.isFresh) {
            learner.closed(
                    nowNanos - Long.MAX_VALUE, true, rest.closedNanos - rest.closedNanos / 16, ageNanos, nowNanos);
            rest.isFresh = true; // the next request dials
        }
        probe(rest, ageNanos);
        if (!rest.isFresh && ageNanos >= allowedNanos(rest)) {
            rest.isFresh = true;
        }
        if (!rest.isFresh && !isClosed) {
            learner.seenOpen(ageNanos, STATIC_NANOS, nowNanos);
        }
        if (ageNanos >= rest.gapNanos) {
            request(rest, ageNanos, isClosed);
        }
    }

    private void probe(Rest rest, long ageNanos) {
        if (!rest.isFresh && ageNanos >= learner.limitNanos() / 2 && learner.beginProbeIfDue(nowNanos)) {
            rest.isProbe = true;
        }
    }

    private long allowedNanos(Rest rest) {
        return Math.min(STATIC_NANOS, rest.isProbe ? learner.probeNanos() : learner.limitNanos());
    }

    private void request(Rest rest, long ageNanos, boolean isClosed) {
        requests++;
        if (!rest.isFresh) {
            reused++;
            if (isClosed) {
                raced++;
            } else {
                learner.answered(ageNanos, STATIC_NANOS, nowNanos);
            }
            if (Math.abs(ageNanos - rest.closedNanos) < MILLISECONDS.toNanos(5) && !rest.isProbe) {
                raced++;
            }
        }
        rest.isFresh = false;
        rest(rest);
    }
}
