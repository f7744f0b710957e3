package dev.weir.internal.dns;

import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers from memory if it can, and otherwise asks once for all callers that want the same name at the same time.
 *
 * <p>The resolver runs on a thread of its own; each caller waits as long as it chooses. No lock and no bin of a map is
 * held while it runs.
 */
final class LookupCache {

    private final Map<InetSocketAddress, CacheEntry> entries;
    private final LongSupplier nanoClock;
    private final LookupThreads threads;
    private final ConcurrentMap<InetSocketAddress, Flight> flights = new ConcurrentHashMap<>();

    LookupCache(int maxNames, LongSupplier nanoClock, LookupThreads threads) {
        this.entries = lastUsed(maxNames);
        this.nanoClock = nanoClock;
        this.threads = threads;
    }

    @SuppressWarnings("serial") // is never serialized
    private static Map<InetSocketAddress, CacheEntry> lastUsed(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<InetSocketAddress, CacheEntry> eldest) {
                return size() > most;
            }
        });
    }

    /** Reports what is known: on this thread, or on that of the resolver when it has answered. */
    void resolve(Lookup lookup, Consumer<Resolution> hearer) {
        Resolution known = known(lookup);
        if (known != null) {
            hearer.accept(known);
        } else {
            join(lookup, end -> hearer.accept(end.forCaller()));
        }
    }

    /** Makes a caller hear the end of a lookup, or an old answer if that takes too long. */
    private void join(Lookup lookup, Consumer<Resolution> hearer) {
        Flight flight = flight(lookup);
        flight.then(hearer);
        CacheEntry entry = lookup.isCached() ? entries.get(lookup.name()) : null;
        Resolution stale = entry == null ? null : entry.stale(nanoClock.getAsLong(), lookup.times());
        if (stale != null) {
            long patienceNanos = lookup.times().stalePatience().toNanos();
            after(flight.remainingNanos(patienceNanos, nanoClock.getAsLong()), () -> flight.tell(hearer, stale));
        }
    }

    private void after(long nanos, Runnable task) {
        if (nanos <= 0) {
            task.run();
            return;
        }
        try {
            Alarms.shared().set(new Alarm(System.nanoTime() + nanos) {
                @Override
                protected void ring() {
                    threads.executeAnyway(task);
                }
            });
        } catch (NoThreadException e) {
            task.run(); // no thread would end the wait
        }
    }

    /** Asks the resolver unless what is known is good enough; returns at once, whether it asks. */
    boolean refresh(Lookup lookup) {
        boolean isDue = known(lookup) == null;
        if (isDue) {
            flight(lookup);
        }
        return isDue;
    }

    /** Lets the next caller that wants a name ask again. */
    void doubt(InetSocketAddress name) {
        CacheEntry entry = entries.get(name);
        if (entry != null) {
            entries.put(name, entry.doubted());
        }
    }

    /** Returns what the last answers for a name were. */
    AddressHistory history(InetSocketAddress name) {
        CacheEntry entry = entries.get(name);
        return entry == null || entry.answer() == null
                ? AddressHistory.NONE
                : entry.answer().history();
    }

    private @Nullable Resolution known(Lookup lookup) {
        CacheEntry entry = lookup.isCached() ? entries.get(lookup.name()) : null;
        return entry == null ? null : entry.at(nanoClock.getAsLong(), lookup.fresh());
    }

    /** Returns the lookup of this name that is under way, unless it hangs, or begins one. */
    private Flight flight(Lookup lookup) {
        long nowNanos = nanoClock.getAsLong();
        Flight running = flights.get(lookup.name());
        if (running != null && !running.isHanging(nowNanos)) {
            return running;
        }
        Flight mine = new Flight(nowNanos, running);
        boolean isMine = running == null
                ? flights.putIfAbsent(lookup.name(), mine) == null
                : flights.replace(lookup.name(), running, mine);
        return isMine ? begin(mine, lookup) : flight(lookup);
    }

    private Flight begin(Flight mine, Lookup lookup) {
        InetSocketAddress name = lookup.name();
        try {
            threads.execute(lookup.loader(), () -> land(mine, name, knownOrAsked(lookup)));
        } catch (RejectedExecutionException busy) {
            land(
                    mine,
                    name,
                    Resolution.failed(
                            failure(name, "too many lookups wait for a resolver that does not answer", busy)));
        } catch (OutOfMemoryError e) { // the machine allows no more threads
            land(mine, name, Resolution.failed(new NoThreadException("weir-dns", e)));
        } catch (RuntimeException | Error e) {
            land(mine, name, Resolution.failed(e));
        }
        return mine;
    }

    private void land(Flight flight, InetSocketAddress name, Resolution end) {
        flights.remove(name, flight);
        flight.land(end);
    }

    // A flight that never landed would keep its name from being asked for, so nothing is thrown.
    private Resolution knownOrAsked(Lookup lookup) {
        try {
            // A lookup that ended since the cache was read has left its answer there.
            Resolution known = known(lookup);
            if (known != null) {
                return known;
            }
            Resolution asked = Resolution.ask(lookup.name(), lookup.question());
            return lookup.isCached() ? remember(lookup.name(), lookup.times(), asked) : asked;
        } catch (RuntimeException | Error e) {
            return Resolution.failed(e);
        }
    }

    private Resolution remember(InetSocketAddress name, DnsTimes times, Resolution asked) {
        long nowNanos = nanoClock.getAsLong();
        if (asked.failure() == null) {
            entries.put(name, CacheEntry.answered(history(name), asked.addresses(), nowNanos));
            return asked;
        }
        if (!(asked.failure() instanceof UnknownHostException unknown)) {
            return asked;
        }
        CacheEntry known = entries.get(name);
        Resolution stale = known == null ? null : known.stale(nowNanos, times);
        if (!times.negativeTtl().isZero()) {
            entries.put(name, CacheEntry.failed(stale == null ? null : known, unknown, nowNanos));
        }
        return stale != null ? stale : asked;
    }

    static UnknownHostException failure(InetSocketAddress name, String what, Exception cause) {
        UnknownHostException failure = new UnknownHostException(name.getHostString() + ": " + what);
        failure.initCause(cause);
        return failure;
    }
}
