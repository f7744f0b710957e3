package dev.weir.internal.dns;

import java.net.UnknownHostException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers from memory where it can, and else asks once for all who want the same name at the same time.
 *
 * <p>The caller that finds no lookup under way asks on its own thread; the others wait. No lock and no bin of a map is
 * held while it asks. A failure that comes with an interrupt of the asking thread concerns that caller alone: nothing
 * is remembered, and one of those who wait asks next.
 */
final class LookupCache {

    private final BoundedEntries entries;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<Name, Flight> flights = new ConcurrentHashMap<>();

    LookupCache(int maxNames, LongSupplier nanoClock) {
        this.entries = new BoundedEntries(maxNames);
        this.nanoClock = nanoClock;
    }

    Resolution resolve(Name name, Question question, DnsTimes times) {
        while (true) {
            Resolution known = known(name, times);
            if (known != null) {
                return known;
            }
            Flight mine = new Flight();
            Flight running = flights.putIfAbsent(name, mine);
            Resolution resolution = running == null ? lead(mine, name, question, times) : join(running, name);
            if (resolution != null) {
                return resolution;
            }
        }
    }

    private @Nullable Resolution known(Name name, DnsTimes times) {
        CacheEntry entry = entries.get(name);
        return entry == null ? null : entry.at(nanoClock.getAsLong(), times);
    }

    private Resolution lead(Flight flight, Name name, Question question, DnsTimes times) {
        Resolution shared = null;
        try {
            // A flight that landed between the look into the cache and this take-off has left its answer there.
            Resolution known = known(name, times);
            Resolution resolution = known != null ? known : Resolution.ask(name, question);
            if (isEndedByInterrupt(resolution)) {
                return resolution;
            }
            shared = known != null ? known : remember(name, resolution, times);
            return shared;
        } finally {
            flights.remove(name, flight);
            flight.land(shared);
        }
    }

    private static @Nullable Resolution join(Flight flight, Name name) {
        try {
            return flight.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            UnknownHostException failure =
                    new UnknownHostException(name.host() + ": interrupted while waiting for the lookup of this name");
            failure.initCause(e);
            return Resolution.failed(failure);
        }
    }

    private static boolean isEndedByInterrupt(Resolution resolution) {
        return resolution.failure() != null
                && (Thread.currentThread().isInterrupted() || isCausedByInterrupt(resolution.failure()));
    }

    /** Some resolvers clear the flag of the thread and leave the interrupt as a cause alone. */
    private static boolean isCausedByInterrupt(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof InterruptedException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private Resolution remember(Name name, Resolution asked, DnsTimes times) {
        long nowNanos = nanoClock.getAsLong();
        if (asked.failure() == null) {
            entries.put(name, CacheEntry.answered(asked.addresses(), nowNanos), nowNanos, times);
            return asked;
        }
        return asked.failure() instanceof UnknownHostException unknown
                ? rememberFailure(name, asked, unknown, nowNanos, times)
                : asked;
    }

    private Resolution rememberFailure(
            Name name, Resolution asked, UnknownHostException failure, long nowNanos, DnsTimes times) {
        CacheEntry known = entries.get(name);
        Resolution stale = known == null ? null : known.stale(nowNanos, times);
        if (!times.negativeTtl().isZero()) {
            CacheEntry failed = CacheEntry.failed(stale == null ? null : known, failure, nowNanos);
            entries.put(name, failed, nowNanos, times);
        }
        return stale != null ? stale : asked;
    }
}
