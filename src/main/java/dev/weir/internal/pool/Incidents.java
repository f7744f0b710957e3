package dev.weir.internal.pool;

import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.failure.Holder;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import dev.weir.internal.diagnosis.CallSite;
import dev.weir.internal.diagnosis.Exhaustion;
import dev.weir.internal.diagnosis.RouteFigures;
import dev.weir.internal.retry.RetryBudget;
import dev.weir.internal.retry.RetryBudgetException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.core5.pool.PoolStats;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What failed, or was too slow, on a route, and what was already said of it; tells callers why they get no connection. Most routes never need it. Thread-safe.
 */
final class Incidents {

    /** Often enough to show that it continues, rarely enough to read. */
    static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The time span of findings: a server that behaved for that long counts as fixed. */
    static final long FORGIVEN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(10);

    // Long enough to catch the next leak of the same place; not forever, because a stack trace costs microseconds.
    private static final long TRACE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final Duration DIAL_FAILURES_COUNT_FOR = Duration.ofSeconds(30);
    private static final int MOST_LOOKS = 512;
    private static final int MOST_TOLD = 5;
    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");
    private static final Logger LEAK_LOG = LoggerFactory.getLogger("dev.weir.leak");
    private static final Logger EXHAUSTED_LOG = LoggerFactory.getLogger("dev.weir.exhausted");
    private static final Logger RETRY_LOG = LoggerFactory.getLogger("dev.weir.retry");

    private final RouteState route;
    private final ConnectionPool pool;
    private final String target;

    private final RetryBudget retries;
    private final AtomicLong unsolicitedNanos;

    private final LongAdder collectedLeaks = new LongAdder();

    // Written by the thread that looks for leaks.
    private volatile long traceUntilNanos;
    private volatile String callSite = CallSite.UNKNOWN;

    // What the last refused caller was told.
    private volatile @Nullable Refusal refusal;

    private final AtomicLong unloggedRefusals = new AtomicLong();
    private final AtomicLong loggedNanos;

    private record Refusal(long atNanos, Exhaustion.Reasoned told) {}

    Incidents(RouteState route) {
        this.route = route;
        this.pool = route.pool;
        this.target = route.target;
        long nowNanos = pool.nowNanos();
        this.traceUntilNanos = nowNanos - 1;
        this.retries = new RetryBudget(nowNanos);
        this.unsolicitedNanos = new AtomicLong(nowNanos - FORGIVEN_AFTER_NANOS);
        this.loggedNanos = new AtomicLong(nowNanos - 2 * LOG_INTERVAL_NANOS); // made after the first refusal was timed
    }

    /** Takes one retry out of the budget. */
    void takeRetry() throws RetryBudgetException {
        long nowNanos = pool.nowNanos();
        double share = route.policy.retry.budget();
        RetryBudget.Answer answer = retries.take(nowNanos, route.traffic.lastRequests(nowNanos), share);
        boolean isGranted = answer == RetryBudget.Answer.GRANTED;
        pool.events.tell(new PoolEvent.RetryDecided(pool.name(), target, isGranted));
        if (isGranted) {
            return;
        }
        String message = "Pool '" + pool.name() + "': the request to " + target
                + " was not sent again, because retries are used up: "
                + route.figures(nowNanos).knob("retry.budget") + " allows " + share
                + " of the requests of the last 10 s, and 10 more. Too many requests fail; more load would"
                + " not help the server.";
        if (answer == RetryBudget.Answer.USED_UP) {
            RETRY_LOG.warn("{}", message);
        }
        throw new RetryBudgetException(message);
    }

    /** Notes that bytes arrived that no request asked for. */
    void unsolicitedBytesCame() {
        long nowNanos = pool.nowNanos();
        if (nowNanos - unsolicitedNanos.getAndSet(nowNanos) >= FORGIVEN_AFTER_NANOS) {
            LOG.warn(
                    "Pool '{}': {} sent bytes that no request asked for; each such connection is closed, and"
                            + " diagnose() counts them",
                    pool.name(),
                    target);
        }
    }

    /** Reports a lease that never ends: it is held for too long without a byte moving, or its holder was garbage collected. */
    void leaked(HeldLease lease, boolean isCollected, long nowNanos) {
        LeakSuspected leak = new LeakSuspected(
                pool.name(),
                target,
                isCollected,
                Duration.ofNanos(nowNanos - lease.leasedNanos),
                lease.thread.getName(),
                lease.request(),
                CallSite.of(lease.leasedAt));
        callSite = leak.callSite();
        traceUntilNanos = nowNanos + TRACE_NANOS;
        pool.events.tell(leak);
        boolean isKnown = !callSite.equals(CallSite.UNKNOWN);
        String place = isKnown ? callSite : "an unknown place (leakDetection records it)";
        String sent = leak.request().isEmpty() ? "nothing sent" : leak.request();
        String time = leak.held().toMillis() + " ms";
        boolean isExchange = lease instanceof StreamLease;
        if (isCollected) {
            collectedLeaks.increment();
            LEAK_LOG.warn(
                    "Pool '" + pool.name() + "': a response from " + target + " (" + sent + "), or the lease for one,"
                            + " was garbage collected without being closed; its place was taken back after " + time
                            + "; leased by thread '" + leak.thread() + "' at " + place + ". Close every response.");
        } else {
            LEAK_LOG.warn(
                    "Pool '" + pool.name() + "': " + (isExchange ? "an exchange with " : "a connection to ") + target
                            + " is held for " + time + " without a byte moving (" + sent + ", thread '" + leak.thread()
                            + "'), which is longer than " + pool.names.of("leakDetection") + "; leased at " + place
                            + ". Was its response " + (isExchange ? "read, or closed?" : "closed?"));
        }
    }

    /** Says that the holder of a suspected leak has returned it. */
    void leakReturned(String request, long heldNanos) {
        LOG.info(
                "Pool '{}': the connection to {} that was suspected to be leaked ({}) was returned after {} ms",
                pool.name(),
                target,
                request,
                TimeUnit.NANOSECONDS.toMillis(heldNanos));
    }

    /** Tells whether a leak is so recent that all leases record where they are made. */
    boolean isTracingLeaks() {
        return pool.nowNanos() - traceUntilNanos <= 0;
    }

    /** Returns the leaks that are still held, and for some minutes after the last also those that were taken back. */
    RouteFigures.Leaks leaks() {
        long held = route.all().stream()
                .flatMap(connection -> connection.leases().stream())
                .filter(lease -> lease.isSuspected)
                .count();
        return new RouteFigures.Leaks(held, isTracingLeaks() ? collectedLeaks.sum() : 0, callSite);
    }

    PoolExhaustedException timedOut(Duration waited, boolean isOwnLimit) {
        String limit = isOwnLimit ? "the request's connectionRequestTimeout" : route.knob("timeouts.poolWait");
        return exception(
                "no connection to " + target + " within " + waited.toMillis() + " ms (" + limit + ")", waited, waited);
    }

    PoolExhaustedException rejected(int maxPending) {
        String limit = pool.names.of("maxPending");
        String why = maxPending == 0
                ? "no connection to " + target + " is free and callers may not wait (" + limit + " is 0)"
                : maxPending + (maxPending == 1 ? " caller waits" : " callers wait") + " for " + target + " already ("
                        + limit + ")";
        return exception(
                "refused at once, because " + why, Duration.ofNanos(route.policy.poolWaitNanos), Duration.ZERO);
    }

    private PoolExhaustedException exception(String what, Duration patience, Duration waited) {
        long nowNanos = pool.nowNanos();
        RouteFigures figures = route.figures(nowNanos);
        String takenBy = takenBy(figures);
        boolean isOfAllRoutes = !figures.isInFlightLimitReached() && takenBy != null;
        Stream<RouteState> looked = Stream.concat(Stream.of(route), isOfAllRoutes ? others() : Stream.empty());
        List<HeldLease> held = held(looked, MOST_LOOKS, nowNanos);
        RouteState.DialFailure dialFailure = route.dialFailure(nowNanos, DIAL_FAILURES_COUNT_FOR.toNanos());
        Exhaustion moment = new Exhaustion(
                figures,
                takenBy,
                figures(held, nowNanos),
                dialFailure == null ? null : dialFailure.outcome(),
                patience);
        Exhaustion.Reasoned verdict = moment.verdict();
        refusal = new Refusal(nowNanos, verdict);
        List<Holder> longest = told(held, MOST_TOLD, nowNanos);
        String heldBy = longest.stream().map(Holder::toString).collect(Collectors.joining("; "));
        PoolStats all = pool.stats();
        String message = "Pool '" + pool.name() + "': " + what + ". Verdict: " + verdict.verdict() + ", because "
                + verdict.explanation() + ". Route: " + moment.inFigures() + "; pool: "
                + all.getLeased() + " leased and " + all.getAvailable() + " idle of " + all.getMax() + ", "
                + all.getPending() + " pending." + (heldBy.isEmpty() ? "" : " Held for longest: " + heldBy + ".");
        long unlogged = unloggedBefore(nowNanos);
        if (unlogged >= 0) {
            EXHAUSTED_LOG.warn("{}{}", message, unlogged == 0 ? "" : " (and " + unlogged + " more like this before)");
        }
        PoolExhaustedException exhausted =
                new PoolExhaustedException(message, pool.name(), figures.now(), verdict.verdict(), longest, waited);
        if (dialFailure != null && verdict.verdict() == Verdict.DIALS_FAILING) {
            exhausted.initCause(dialFailure.cause());
        }
        return exhausted;
    }

    @SuppressWarnings("ReferenceEquality") // each route is a single object
    private Stream<RouteState> others() {
        return pool.busy.stream().filter(other -> other != route);
    }

    /** Returns leases in use, the oldest first; it looks at no more than a number, as a refusal must be cheap among thousands. */
    static List<HeldLease> held(Stream<RouteState> routes, int most, long nowNanos) {
        return routes.flatMap(each -> each.open().stream())
                .flatMap(connection -> connection.leases().stream())
                .filter(HeldLease::isInUse)
                .limit(most)
                .sorted(Comparator.comparingLong(lease -> lease.leasedNanos - nowNanos))
                .toList();
    }

    /** Describes the first of some leases to users. */
    static List<Holder> told(List<HeldLease> held, int most, long nowNanos) {
        return held.stream()
                .flatMap(lease -> lease.told(nowNanos).stream())
                .limit(most)
                .toList();
    }

    private static Exhaustion.Held figures(List<HeldLease> held, long nowNanos) {
        // Half of them are held for at least this long.
        long medianNanos = held.isEmpty() ? 0 : nowNanos - held.get(held.size() / 2).leasedNanos;
        return new Exhaustion.Held(
                (int) held.stream()
                        .filter(lease -> lease instanceof Lease own && own.isHeldByThisThread())
                        .count(),
                (int) held.stream().filter(lease -> lease.isSuspected).count(),
                Duration.ofNanos(Math.max(0, medianNanos)));
    }

    // The routes are looked through only if all together have reached their limit.
    private @Nullable String takenBy(RouteFigures figures) {
        if (pool.allocated() < pool.maxTotal() || !figures.hasRoom()) {
            return null;
        }
        return others().filter(other -> other.allocated() > 0)
                .max(Comparator.comparingInt(RouteState::allocated))
                .map(most -> most.target + " has " + most.allocated() + " of the " + pool.maxTotal())
                .orElse("others have taken the");
    }

    /** Returns what the last caller was told that got no connection; null if that is too long ago to matter. */
    Exhaustion.@Nullable Reasoned refusal() {
        Refusal last = refusal;
        return last == null || pool.nowNanos() - last.atNanos > FORGIVEN_AFTER_NANOS ? null : last.told;
    }

    /** Returns how many refusals went without a log line since the last; less than zero if this one does, too. */
    long unloggedBefore(long nowNanos) {
        long last = loggedNanos.get();
        if (nowNanos - last >= LOG_INTERVAL_NANOS && loggedNanos.compareAndSet(last, nowNanos)) {
            return unloggedRefusals.getAndSet(0);
        }
        unloggedRefusals.incrementAndGet();
        return -1;
    }
}
