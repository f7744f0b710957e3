package dev.weir.internal.dns;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.io.InterruptedIOException;
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

    private final Map<Name, CacheEntry> entries;
    private final LongSupplier nanoClock;
    private final LookupThreads threads;
    private final ConcurrentMap<Name, Flight> flights = new ConcurrentHashMap<>();

    LookupCache(int maxNames, LongSupplier nanoClock, LookupThreads threads) {
        this.entries = lastUsed(maxNames);
        this.nanoClock = nanoClock;
        this.threads = threads;
    }

    @SuppressWarnings("serial") // is never serialized
    private static Map<Name, CacheEntry> lastUsed(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Name, CacheEntry> eldest) {
                return size() > most;
            }
        });
    }

    /** Returns what is known, or waits for the resolver. */
    Resolution resolve(Lookup lookup, LookupWait wait) {
        Resolution known = known(lookup);
        if (known != null) {
            return known;
        }
        Flight flight = flight(lookup);
        return join(flight, lookup, wait, stale(lookup));
    }

    /** Reports what is known: on this thread, or on that of the resolver when it has answered. */
    void resolve(Lookup lookup, Consumer<Resolution> hearer) {
        Resolution known = known(lookup);
        if (known != null) {
            hearer.accept(known);
            return;
        }
        Flight flight = flight(lookup);
        Consumer<Resolution> waiting = end -> hearer.accept(end.forCaller());
        flight.then(waiting);
        Resolution stale = stale(lookup);
        if (stale != null) {
            after(remainingNanos(flight, lookup), () -> flight.instead(waiting, stale));
        }
    }

    private void after(long nanos, Runnable task) {
        if (nanos <= 0) {
            task.run();
        } else {
            wait(nanos, task);
        }
    }

    private void wait(long nanos, Runnable task) {
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
    void doubt(Name name) {
        CacheEntry entry = entries.get(name);
        if (entry != null) {
            entries.put(name, entry.doubted());
        }
    }

    /** Returns what the last answers for a name were. */
    AddressHistory history(Name name) {
        CacheEntry entry = entries.get(name);
        return entry == null || entry.answer() == null
                ? AddressHistory.NONE
                : entry.answer().history();
    }

    private @Nullable Resolution known(Lookup lookup) {
        CacheEntry entry = lookup.isCached() ? entries.get(lookup.name()) : null;
        return entry == null ? null : entry.at(nanoClock.getAsLong(), lookup.fresh());
    }

    /** Returns what to tell a caller that cannot wait for the resolver, or null if nothing is known. */
    private @Nullable Resolution stale(Lookup lookup) {
        CacheEntry entry = lookup.isCached() ? entries.get(lookup.name()) : null;
        return entry == null ? null : entry.stale(nanoClock.getAsLong(), lookup.times());
    }

    private long remainingNanos(Flight flight, Lookup lookup) {
        return flight.remainingNanos(lookup.times().stalePatience().toNanos(), nanoClock.getAsLong());
    }

    /** Returns the lookup of this name that is under way, unless it hangs, or begins one. */
    private Flight flight(Lookup lookup) {
        long nowNanos = nanoClock.getAsLong();
        Flight running = flights.get(lookup.name());
        if (running != null && !running.isHanging(nowNanos)) {
            return running;
        }
        Flight mine = running == null ? Flight.first(nowNanos) : running.second(nowNanos);
        boolean isMine = running == null
                ? flights.putIfAbsent(lookup.name(), mine) == null
                : flights.replace(lookup.name(), running, mine);
        return isMine ? begin(mine, lookup) : flight(lookup);
    }

    private Flight begin(Flight mine, Lookup lookup) {
        try {
            threads.execute(lookup.loader(), () -> fly(mine, lookup));
        } catch (RejectedExecutionException busy) {
            land(mine, lookup.name(), Resolution.failed(tooMany(lookup.name(), busy)));
        } catch (OutOfMemoryError e) { // the machine allows no more threads
            land(mine, lookup.name(), Resolution.failed(new NoThreadException("weir-dns", e)));
        } catch (RuntimeException | Error e) {
            land(mine, lookup.name(), Resolution.failed(e));
        }
        return mine;
    }

    // In any case: a flight that never landed would keep its name from being asked for.
    private void fly(Flight mine, Lookup lookup) {
        Resolution end;
        try {
            // A lookup that ended since the cache was read has left its answer there.
            Resolution known = known(lookup);
            end = known != null ? known : ask(lookup);
        } catch (RuntimeException | Error e) {
            end = Resolution.failed(e);
        }
        land(mine, lookup.name(), end);
    }

    private void land(Flight flight, Name name, Resolution end) {
        flights.remove(name, flight);
        flight.land(end);
    }

    private Resolution ask(Lookup lookup) {
        Resolution asked = Resolution.ask(lookup.name(), lookup.question());
        return lookup.isCached() ? remember(lookup, asked) : asked;
    }

    private Resolution join(Flight flight, Lookup lookup, LookupWait wait, @Nullable Resolution stale) {
        try {
            Resolution end = stale == null
                    ? flight.await(wait)
                    : flight.await(wait, Math.max(0, remainingNanos(flight, lookup)));
            if (end != null) {
                return end.forCaller();
            }
            return stale == null || wait.isEnded() ? Resolution.failed(ended(lookup.name())) : stale;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Resolution.failed(interrupted(lookup.name(), e));
        }
    }

    private static InterruptedIOException ended(Name name) {
        return new InterruptedIOException(name.host() + ": the wait for the lookup of this name was ended");
    }

    private static UnknownHostException interrupted(Name name, InterruptedException cause) {
        return failure(name, "interrupted while waiting for the lookup of this name", cause);
    }

    private static UnknownHostException tooMany(Name name, RejectedExecutionException cause) {
        return failure(name, "too many lookups wait for a resolver that does not answer", cause);
    }

    private static UnknownHostException failure(Name name, String what, Exception cause) {
        UnknownHostException failure = new UnknownHostException(name.host() + ": " + what);
        failure.initCause(cause);
        return failure;
    }

    private Resolution remember(Lookup lookup, Resolution asked) {
        if (asked.failure() instanceof UnknownHostException unknown) {
            return rememberFailure(lookup, asked, unknown);
        }
        if (asked.failure() == null) {
            long nowNanos = nanoClock.getAsLong();
            CacheEntry answered = CacheEntry.answered(history(lookup.name()), asked.addresses(), nowNanos);
            entries.put(lookup.name(), answered);
        }
        return asked;
    }

    private Resolution rememberFailure(Lookup lookup, Resolution asked, UnknownHostException failure) {
        long nowNanos = nanoClock.getAsLong();
        CacheEntry known = entries.get(lookup.name());
        Resolution stale = known == null ? null : known.stale(nowNanos, lookup.times());
        if (!lookup.times().negativeTtl().isZero()) {
            CacheEntry failed = CacheEntry.failed(stale == null ? null : known, failure, nowNanos);
            entries.put(lookup.name(), failed);
        }
        return stale != null ? stale : asked;
    }
}
