package dev.weir.internal.dns;

import dev.weir.internal.callback.CallerErrors;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lookup under way, and the callers that wait for its end. Thread-safe. */
final class Flight {

    /** A resolver that takes longer is considered to hang: another lookup begins beside it. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long ENDLESS_NANOS = Long.MAX_VALUE;

    private final long startedNanos;
    // The lookup that hangs, beside which this one began; null for none.
    private final @Nullable Flight beside;
    private final Set<LookupWait> waits = ConcurrentHashMap.newKeySet();
    private final Set<Consumer<Resolution>> hearers = ConcurrentHashMap.newKeySet();

    // Written once by the thread that asks the resolver, before it ends the waits.
    private volatile @Nullable Resolution resolution;

    private Flight(long startedNanos, @Nullable Flight beside) {
        this.startedNanos = startedNanos;
        this.beside = beside;
    }

    static Flight first(long nowNanos) {
        return new Flight(nowNanos, null);
    }

    Flight second(long nowNanos) {
        return new Flight(nowNanos, this);
    }

    /** Returns whether another one should begin beside this: not if two are under way. */
    boolean isHanging(long nowNanos) {
        boolean isSecond = beside != null && beside.resolution == null;
        return !isSecond && nowNanos - startedNanos >= LONGEST_NANOS;
    }

    /** How much longer a caller waits for it that could use an old answer. */
    long remainingNanos(long patienceNanos, long nowNanos) {
        return patienceNanos - (nowNanos - startedNanos);
    }

    /** Ends the waits of all callers, whatever one of them throws. */
    void land(Resolution end) {
        resolution = end;
        waits.forEach(LookupWait::end);
        hearers.forEach(hearer -> tellAnyway(hearer, end));
    }

    private void tellAnyway(Consumer<Resolution> hearer, Resolution end) {
        try {
            tell(hearer, end);
        } catch (RuntimeException | Error e) {
            CallerErrors.note(e);
        }
    }

    /** Tells a listener of the end, once: on this thread if it has ended, otherwise on that of the resolver. */
    void then(Consumer<Resolution> hearer) {
        hearers.add(hearer);
        Resolution landed = resolution;
        if (landed != null) {
            tell(hearer, landed);
        }
    }

    /** Tells a listener that still waits something other than the end. */
    void instead(Consumer<Resolution> hearer, Resolution other) {
        tell(hearer, other);
    }

    private void tell(Consumer<Resolution> hearer, Resolution end) {
        if (hearers.remove(hearer)) {
            hearer.accept(end);
        }
    }

    /** Waits for the end, or returns null if the wait was ended before. */
    @Nullable
    Resolution await(LookupWait wait) throws InterruptedException {
        return await(wait, ENDLESS_NANOS);
    }

    /** Waits for the end, or returns null if the wait was ended or the time was over before. */
    @Nullable
    Resolution await(LookupWait wait, long nanos) throws InterruptedException {
        waits.add(wait);
        try {
            if (resolution == null && nanos == ENDLESS_NANOS) {
                wait.await();
            } else if (resolution == null) {
                wait.await(nanos);
            }
            return resolution;
        } finally {
            waits.remove(wait);
        }
    }
}
