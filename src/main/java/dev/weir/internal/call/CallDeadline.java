package dev.weir.internal.call;

import dev.weir.failure.TotalTimeoutException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of one call. It sits between HttpClient and whatever the call depends on at the moment (its place in the
 * queue, its dial, its exchange), and cancels that when the time is over or the caller asks. Thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // an index into an array, as in an EnumMap
public final class CallDeadline extends Alarm implements CancellableDependency {

    /** What gives calls their limit, unless they have their own. */
    public interface Source {

        /**
         * Returns the name of the setting that gives a value.
         *
         * @param setting its name in Java
         * @return the name that its users know
         */
        String knob(String setting);

        /** Notes that its limit ended a call that had begun to send its request. */
        void cut();
    }

    private static final Alarms ALARMS = Alarms.shared();
    private static final CallPhase[] PHASES = CallPhase.values();

    /** A shorter phase counts toward the next one, so that a fast call needs no memory for its phases. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String pool;
    private final HttpRoute route;
    private final long totalNanos;
    private final @Nullable Source source;
    private final HttpContext context;

    // Written by the thread of the call, and by any that cancels it: then it is this itself.
    private final AtomicReference<@Nullable Cancellable> dependency = new AtomicReference<>();

    // The time spent in each phase, and a bit for each phase that the call has entered. One thread at a time writes
    // them, before the phase; others read the phase first.
    private final long[] spentNanos = new long[PHASES.length];
    private int entered;
    private long sinceNanos;

    private volatile CallPhase phase = CallPhase.QUEUE;

    // Written by the thread of the alarms, read by the caller after its call was ended; null while there is time left.
    private volatile @Nullable CallPhase endedIn;

    // Ends a call for which no thread waits; null if the waiting thread finds out by itself.
    private final @Nullable Consumer<CallDeadline> whenCut;

    private final Alarm alarm;

    // Many calls end several times: with their body, and when it is closed.
    private volatile boolean isStopped;

    /**
     * Creates the limit of a call.
     *
     * @param pool the name of its pool
     * @param route its route
     * @param usualNanos the limit of a call without one of its own; 0 for none
     * @param source what gives the route that limit
     * @param context the context of the call
     * @param whenCut ends a call for which no thread waits; null if the waiting thread finds out by itself
     * @return the limit; null if the call has none
     */
    public static @Nullable CallDeadline of(
            String pool,
            HttpRoute route,
            long usualNanos,
            Source source,
            HttpContext context,
            @Nullable Consumer<CallDeadline> whenCut) {
        Duration own = context.getAttribute(Call.OWN_LIMIT) instanceof Duration each ? each : null;
        long totalNanos = own == null ? usualNanos : own.toNanos();
        return totalNanos == 0
                ? null
                : new CallDeadline(
                        pool, route, totalNanos, own == null ? source : null, context, whenCut, System.nanoTime());
    }

    CallDeadline(
            String pool,
            HttpRoute route,
            long totalNanos,
            @Nullable Source source,
            HttpContext context,
            @Nullable Consumer<CallDeadline> whenCut,
            long nowNanos) {
        super(nowNanos, totalNanos);
        this.sinceNanos = nowNanos;
        this.pool = pool;
        this.route = route;
        this.totalNanos = totalNanos;
        this.source = source;
        this.context = context;
        this.whenCut = whenCut;
        this.alarm = whenCut == null ? new Weak(this, nowNanos) : this;
    }

    /**
     * The alarm of a call whose thread, and later its response, holds the deadline. If the response is lost, the alarm must
     * not hide that its connection is lost, too.
     */
    private static final class Weak extends Alarm {
        private final WeakReference<CallDeadline> deadline;

        Weak(CallDeadline deadline, long nowNanos) {
            super(nowNanos, deadline.totalNanos);
            this.deadline = new WeakReference<>(deadline);
        }

        @Override
        protected void ring() {
            CallDeadline of = deadline.get();
            if (of != null) {
                of.ring();
            }
        }
    }

    /**
     * Begins the limit.
     *
     * @throws NoThreadException if no thread could end it
     */
    public void start() throws NoThreadException {
        ALARMS.set(alarm);
    }

    /** Ends the limit, because the call has ended. */
    public void stop() {
        if (!isStopped) {
            isStopped = true;
            ALARMS.off(alarm);
        }
    }

    long leftNanos() {
        return atNanos() - System.nanoTime();
    }

    /** Notes what the call does from now on. */
    void enter(CallPhase next) {
        if (phase != next) {
            enter(next, System.nanoTime());
        }
    }

    void enter(CallPhase next, long nowNanos) {
        CallPhase last = phase;
        entered |= 1 << last.ordinal();
        if (nowNanos - sinceNanos >= SHORTEST_NANOS) {
            spentNanos[last.ordinal()] += nowNanos - sinceNanos;
            sinceNanos = nowNanos;
        }
        phase = next;
    }

    @Override
    protected void ring() {
        endedIn = phase;
        if (source != null && !isCutBeforeSending()) {
            source.cut();
        }
        Consumer<CallDeadline> cut = whenCut;
        if (cut == null) {
            cancel();
        } else {
            cut.accept(this);
        }
    }

    @Override
    public void setDependency(Cancellable next) {
        Cancellable previous = dependency.get();
        while (previous != this) {
            if (dependency.compareAndSet(previous, next)) {
                return;
            }
            previous = dependency.get();
        }
        next.cancel();
    }

    @Override
    public boolean isCancelled() {
        return dependency.get() == this;
    }

    @Override
    public boolean cancel() {
        Cancellable previous = release();
        return previous != this && previous.cancel();
    }

    /**
     * Removes the dependency of the call.
     *
     * @return what the caller is to cancel
     */
    public Cancellable release() {
        Cancellable previous = dependency.getAndSet(this);
        return previous == null ? this : previous;
    }

    boolean isOver() {
        return endedIn != null;
    }

    /**
     * Tells whether its time was over before anything was sent.
     *
     * @return whether it was
     */
    public boolean isCutBeforeSending() {
        CallPhase cutIn = endedIn;
        return cutIn != null && cutIn.compareTo(CallPhase.REQUEST) < 0;
    }

    /**
     * Returns the failure to report to a caller, for any failure.
     *
     * @param failure what happened
     * @return the end of its time, or the failure itself if there was time left
     */
    public Exception meaning(Exception failure) {
        CallPhase cutIn = endedIn;
        return cutIn != null ? timeout(cutIn, failure) : failure;
    }

    /**
     * Returns the failure to report to a caller whose thread waits.
     *
     * @param failure what happened
     * @return as for {@link #meaning}
     * @throws RuntimeException the failure itself, if it is unchecked and there was time left
     */
    public IOException ended(Exception failure) {
        Exception meaning = meaning(failure);
        if (meaning instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return meaning instanceof IOException io ? io : new IOException(meaning);
    }

    private TotalTimeoutException timeout(CallPhase cutIn, Exception cause) {
        String target = PlainText.of(route.getTargetHost().toURI());
        Call call = Call.of(context);
        CallPhase last = cutIn == CallPhase.CONNECT && call != null ? call.lastOfDial : cutIn;
        Map<String, Duration> spent = new LinkedHashMap<>();
        spent(last, System.nanoTime(), call).forEach((phase, time) -> spent.put(phase.toString(), time));
        Duration total = Duration.ofNanos(totalNanos);
        String limit = source == null ? "RequestDeadline" : source.knob("timeouts.total");
        String message = "Pool '" + pool + "': the call to " + target + " took longer than " + total.toMillis()
                + " ms (" + limit + ") and was ended while " + last + ". It spent "
                + spent.entrySet().stream()
                        .map(entry -> entry.getValue().toMillis() + " ms " + entry.getKey())
                        .collect(Collectors.joining(", "))
                + ".";
        TotalTimeoutException timeout = new TotalTimeoutException(message, pool, target, total, last.toString(), spent);
        timeout.initCause(cause);
        return timeout;
    }

    /** Returns the time spent in each phase, including the known parts of dials; the present one lasts until now. */
    Map<CallPhase, Duration> spent(CallPhase last, long nowNanos, @Nullable Call call) {
        CallPhase present = phase;
        int seen = entered | (1 << present.ordinal()) | (1 << last.ordinal());
        long[] nanos = spentNanos.clone();
        nanos[present.ordinal()] += nowNanos - sinceNanos;
        if (call != null) {
            split(nanos, CallPhase.TLS, call.handshakeNanos);
            split(nanos, CallPhase.DNS, call.lookupNanos);
        }
        Map<CallPhase, Duration> spent = new EnumMap<>(CallPhase.class);
        for (CallPhase each : PHASES) {
            if (nanos[each.ordinal()] > 0 || (seen & 1 << each.ordinal()) != 0) {
                spent.put(each, Duration.ofNanos(nanos[each.ordinal()]));
            }
        }
        return Collections.unmodifiableMap(spent);
    }

    private static void split(long[] nanos, CallPhase part, long ofPart) {
        long known = Math.min(ofPart, nanos[CallPhase.CONNECT.ordinal()]);
        nanos[CallPhase.CONNECT.ordinal()] -= known;
        nanos[part.ordinal()] += known;
    }
}
