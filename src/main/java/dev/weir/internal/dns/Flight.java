package dev.weir.internal.dns;

import dev.weir.internal.callback.CallerErrors;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lookup under way, and the callers that are told of its end. Thread-safe. */
final class Flight {

    // A resolver that takes longer is considered to hang: another lookup begins beside it.
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final long startedNanos;
    // The lookup that hangs, beside which this one began; null for none.
    private final @Nullable Flight beside;
    private final Set<Consumer<Resolution>> hearers = ConcurrentHashMap.newKeySet();

    // Written once by the thread that asks the resolver, before it tells the callers.
    private volatile @Nullable Resolution resolution;

    Flight(long startedNanos, @Nullable Flight beside) {
        this.startedNanos = startedNanos;
        this.beside = beside;
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

    /** Tells all callers of the end, whatever one of them throws. */
    void land(Resolution end) {
        resolution = end;
        for (Consumer<Resolution> hearer : hearers) {
            try {
                tell(hearer, end);
            } catch (RuntimeException | Error e) {
                CallerErrors.note(e);
            }
        }
    }

    /** Tells a caller of the end, once: on this thread if it has ended, otherwise on that of the resolver. */
    void then(Consumer<Resolution> hearer) {
        hearers.add(hearer);
        Resolution landed = resolution;
        if (landed != null) {
            tell(hearer, landed);
        }
    }

    /** Tells a caller that still waits. */
    void tell(Consumer<Resolution> hearer, Resolution end) {
        if (hearers.remove(hearer)) {
            hearer.accept(end);
        }
    }
}
