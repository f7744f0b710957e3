package dev.weir.internal.dns;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.weir.event.LookupOutcome;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.DaemonThread;
import dev.weir.internal.thread.NoThreadException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what a resolver answers.
 *
 * <ul>
 *   <li>An answer serves for the {@code ttl}, a failure for the {@code negativeTtl}. Both count from its
 *       arrival, and changed times hold for what is already known.
 *   <li>Callers that miss the same name at the same time share one call of the resolver.
 *   <li>When an answer has outlived its time and the resolver fails with {@link UnknownHostException}, or takes too long,
 *       the old answer serves for {@code serveStale} longer; the resolver is asked again at most once per
 *       {@code negativeTtl}.
 *   <li>Anything else that the resolver throws reaches the callers of that one lookup and is not remembered.
 *   <li>An empty answer counts as an unknown host, because HttpClient's operators would silently do the wrong thing.
 *   <li>IP addresses in text form go straight to the resolver.
 *   <li>The resolver runs on a daemon thread named {@code weir-dns-N}, one per name at a time, with the context class
 *       loader of the caller that asked first. An answer from the cache costs no change of threads. No lock and no bin of a
 *       map is held while it runs.
 * </ul>
 *
 * <p>Host names are compared without regard to case. An answer is remembered per port, because a resolver may answer
 * differently for each. At most 10,000 answers and failures are kept.
 *
 * <p>Safe for use by many threads, virtual ones included. An interrupt ends only the wait of the interrupted caller; the
 * lookup goes on for the others and for the cache.
 */
public final class CachingDnsResolver {

    private static final int MAX_NAMES = 10_000;

    // How many resolvers may hang before the lookups of other names wait behind them.
    private static final int MAX_THREADS = 32;
    private static final int MAX_WAITING = 1_000;

    /** Those of all pools of the JVM. A resolver that hangs holds one of these, and no caller. */
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            2,
            SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            DaemonThread.numbered("weir-dns-"));

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private final DnsResolver resolver;
    private final Supplier<DnsTimes> times;
    private final LongSupplier nanoClock;
    private final DnsLookups listener;
    // By unresolved addresses, which compare their names without regard to case.
    private final Map<InetSocketAddress, CacheEntry> entries;
    private final ConcurrentMap<InetSocketAddress, Flight> flights = new ConcurrentHashMap<>();

    /** What the resolver sees when no caller asks. */
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /**
     * Creates an empty cache.
     *
     * @param resolver where answers come from; may block
     * @param times read at each lookup, so that changed times hold from the next one on
     * @param nanoClock the time in nanoseconds from any origin, such as {@link System#nanoTime()}
     * @param listener is told of each lookup
     */
    public CachingDnsResolver(
            DnsResolver resolver, Supplier<DnsTimes> times, LongSupplier nanoClock, DnsLookups listener) {
        this(resolver, times, nanoClock, listener, MAX_NAMES);
    }

    CachingDnsResolver(
            DnsResolver resolver, Supplier<DnsTimes> times, LongSupplier nanoClock, DnsLookups listener, int maxNames) {
        this.resolver = resolver;
        this.times = times;
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.entries = lastUsed(maxNames);
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

    /**
     * Waits for the addresses of a host together with a port.
     *
     * @param name a host name, or an IP address in text form, and the port to connect to
     * @param wait gets the result; canceling it ends the wait, and the lookup goes on for others
     * @return how the lookup ended
     * @throws UnknownHostException if this thread is interrupted, which keeps its interrupt
     * @throws InterruptedIOException if the wait was canceled
     */
    public Resolution resolve(InetSocketAddress name, BasicFuture<Resolution> wait)
            throws UnknownHostException, InterruptedIOException {
        resolve(name, (Consumer<Resolution>) wait::completed);
        try {
            return wait.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(name, "interrupted while waiting for the lookup of this name", e);
        } catch (CancellationException | ExecutionException e) {
            throw new InterruptedIOException(name.getHostString() + ": the wait for the lookup of this name was ended");
        }
    }

    /**
     * Reports the addresses of a host together with a port, without waiting for them: on the calling thread if they are
     * known, otherwise on that of the resolver.
     *
     * @param name a host name, or an IP address in text form, and the port to connect to
     * @param caller is told once
     */
    public void resolve(InetSocketAddress name, Consumer<Resolution> caller) {
        if (isLiteral(name) && resolver instanceof SystemDefaultDnsResolver) { // which does not block
            caller.accept(answer(name, times.get()));
            return;
        }
        Caller waiting = new Caller(name, caller);
        DnsTimes now = times.get();
        Resolution known = known(name, now);
        if (known != null) {
            waiting.hear(known);
            return;
        }
        Flight flight = flight(name, now, Thread.currentThread().getContextClassLoader());
        flight.then(waiting);
        CacheEntry entry = isCached(name) ? entries.get(name) : null;
        Resolution stale = entry == null ? null : entry.stale(nanoClock.getAsLong(), now);
        if (stale != null) {
            long takenNanos = nanoClock.getAsLong() - flight.beganNanos;
            after(now.stalePatience().toNanos() - takenNanos, () -> flight.tell(waiting, stale));
        }
    }

    private static void after(long nanos, Runnable task) {
        if (nanos <= 0) {
            task.run();
            return;
        }
        try {
            Alarms.shared().set(new Alarm(System.nanoTime() + nanos) {
                @Override
                protected void ring() {
                    CallbackExecutor.run(task);
                }
            });
        } catch (NoThreadException e) {
            task.run(); // no thread would end the wait
        }
    }

    /**
     * Asks the resolver for a name again if the answer will soon be too old, so that no caller has to wait for it; returns
     * whether it asks. Returns at once. If the resolver fails, the old answer stays. Does nothing for IP addresses in text
     * form and without a {@code ttl}.
     */
    boolean refresh(InetSocketAddress name) {
        DnsTimes early = times.get().ahead();
        boolean isDue = isCached(name) && known(name, early) == null;
        if (isDue) {
            flight(name, early, loader);
        }
        return isDue;
    }

    /**
     * Has the next lookup of a host ask the resolver, because its answer may be out of date. The old answer serves if the
     * resolver fails, or takes too long.
     *
     * @param name a host name, or an IP address in text form, and the port that it is asked for with
     */
    public void doubt(InetSocketAddress name) {
        entries.computeIfPresent(name, (same, entry) -> entry.doubted());
    }

    /** Returns what was last answered for a name; nothing if that is not in the cache. */
    AddressHistory history(InetSocketAddress name) {
        CacheEntry entry = entries.get(name);
        return entry == null || entry.answer() == null
                ? AddressHistory.NONE
                : entry.answer().history();
    }

    private boolean isCached(InetSocketAddress name) {
        return !times.get().isCacheOff() && !isLiteral(name);
    }

    /**
     * Whether a host is an IP address in text form. No host name contains a colon, and none ends in an all-numeric label,
     * which resolvers read as (shortened) IPv4 addresses.
     */
    private static boolean isLiteral(InetSocketAddress name) {
        String host = name.getHostString();
        boolean isLiteral = host.indexOf(':') >= 0;
        for (int i = 0; i < host.length() && !isLiteral; i++) {
            char c = host.charAt(i);
            if (c != '.' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Resolution known(InetSocketAddress name, DnsTimes fresh) {
        CacheEntry entry = isCached(name) ? entries.get(name) : null;
        return entry == null ? null : entry.at(nanoClock.getAsLong(), fresh);
    }

    /** Returns the lookup of this name that is under way, unless it hangs, or begins one. */
    private Flight flight(InetSocketAddress name, DnsTimes fresh, @Nullable ClassLoader seen) {
        Flight flight = flights.compute(name, this::flight);
        if (flight.isNew.compareAndSet(true, false)) {
            try {
                THREADS.execute(DaemonThread.seeing(seen, () -> land(flight, name, answer(name, fresh))));
            } catch (RejectedExecutionException busy) {
                String why = "too many lookups wait for a resolver that does not answer";
                land(flight, name, Resolution.failed(failure(name, why, busy)));
            } catch (Throwable e) { // OutOfMemoryError: the machine allows no more threads
                Throwable cause = e instanceof OutOfMemoryError ? new NoThreadException("weir-dns", e) : e;
                land(flight, name, Resolution.failed(cause));
            }
        }
        return flight;
    }

    private Flight flight(InetSocketAddress name, @Nullable Flight running) {
        long nowNanos = nanoClock.getAsLong();
        return running == null || running.isHanging(nowNanos) ? new Flight(nowNanos, running) : running;
    }

    private void land(Flight flight, InetSocketAddress name, Resolution end) {
        flights.remove(name, flight);
        flight.land(end);
    }

    // A flight that never landed would keep its name from being asked for, so nothing is thrown.
    private Resolution answer(InetSocketAddress name, DnsTimes fresh) {
        try {
            // A lookup that ended since the cache was read has left its answer there.
            Resolution known = known(name, fresh);
            return known != null ? known : ask(name);
        } catch (UnknownHostException e) {
            return isCached(name) ? unknown(name, e) : failed(name, e);
        } catch (Throwable e) {
            return failed(name, e);
        }
    }

    // HttpClient turns a null among the answers into the address 0.0.0.0, which is this machine. No name stands for
    // that address; name servers that block a name answer so.
    private Resolution ask(InetSocketAddress name) throws UnknownHostException {
        boolean isLiteral = isLiteral(name);
        List<InetSocketAddress> answer = resolver.resolve(name.getHostString(), name.getPort());
        List<InetSocketAddress> usable = new ArrayList<>();
        for (InetSocketAddress each : answer == null ? List.<InetSocketAddress>of() : answer) {
            if (each != null && (isLiteral || !isUnspecified(each))) {
                usable.add(each);
            }
        }
        if (usable.isEmpty()) {
            throw new UnknownHostException(name.getHostString() + ": the resolver returned no address");
        }
        if (isCached(name)) {
            entries.put(name, CacheEntry.answered(history(name), List.copyOf(usable), nanoClock.getAsLong()));
        }
        return new Resolution(isLiteral ? null : LookupOutcome.MISS, List.copyOf(usable), null);
    }

    private static boolean isUnspecified(InetSocketAddress address) {
        return !address.isUnresolved() && address.getAddress().isAnyLocalAddress();
    }

    private Resolution unknown(InetSocketAddress name, UnknownHostException cause) {
        long nowNanos = nanoClock.getAsLong();
        DnsTimes now = times.get();
        CacheEntry known = entries.get(name);
        Resolution stale = known == null ? null : known.stale(nowNanos, now);
        if (!now.negativeTtl().isZero()) {
            entries.put(name, CacheEntry.failed(stale == null ? null : known, cause, nowNanos));
        }
        return stale != null ? stale : Resolution.failed(cause);
    }

    private static Resolution failed(InetSocketAddress name, Throwable cause) {
        return isLiteral(name) ? new Resolution(null, List.of(), cause) : Resolution.failed(cause);
    }

    private static UnknownHostException failure(InetSocketAddress name, String what, Exception cause) {
        UnknownHostException failure = new UnknownHostException(name.getHostString() + ": " + what);
        failure.initCause(cause);
        return failure;
    }

    /** A caller that waits for a lookup, whose end is reported before it hears of it. */
    private final class Caller {
        private final InetSocketAddress name;
        private final Consumer<Resolution> caller;
        private final long beganNanos = nanoClock.getAsLong();

        Caller(InetSocketAddress name, Consumer<Resolution> caller) {
            this.name = name;
            this.caller = caller;
        }

        void hear(Resolution end) {
            try {
                if (end.outcome() != null) {
                    String host = name.getHostString().toLowerCase(Locale.ROOT);
                    listener.lookup(host, end.outcome(), nanoClock.getAsLong() - beganNanos);
                }
            } finally {
                caller.accept(end.forCaller());
            }
        }
    }

    /** A lookup under way, and the callers that are told of its end. Thread-safe. */
    private static final class Flight {

        // A resolver that takes longer is considered to hang: another lookup begins beside it.
        private static final long LONGEST_NANOS = SECONDS.toNanos(30);

        private final long beganNanos;
        // The lookup that hangs, beside which this one began; null for none.
        private final @Nullable Flight beside;
        private final AtomicBoolean isNew = new AtomicBoolean(true);
        private final Set<Caller> callers = ConcurrentHashMap.newKeySet();

        // Written once by the thread that asks the resolver, before it tells the callers.
        private volatile @Nullable Resolution end;

        Flight(long beganNanos, @Nullable Flight beside) {
            this.beganNanos = beganNanos;
            this.beside = beside;
        }

        /** Returns whether another one should begin beside this: not if two are under way. */
        boolean isHanging(long nowNanos) {
            boolean isSecond = beside != null && beside.end == null;
            return !isSecond && nowNanos - beganNanos >= LONGEST_NANOS;
        }

        /** Tells all callers of the end, whatever one of them throws. */
        void land(Resolution landed) {
            end = landed;
            for (Caller caller : callers) {
                try {
                    tell(caller, landed);
                } catch (RuntimeException | Error e) {
                    CallerErrors.note(e);
                }
            }
        }

        /** Tells a caller of the end, once: on this thread if it has ended, otherwise on that of the resolver. */
        void then(Caller caller) {
            callers.add(caller);
            Resolution landed = end;
            if (landed != null) {
                tell(caller, landed);
            }
        }

        /** Tells a caller that still waits. */
        void tell(Caller caller, Resolution what) {
            if (callers.remove(caller)) {
                caller.hear(what);
            }
        }
    }
}
