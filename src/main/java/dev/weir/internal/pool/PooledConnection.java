package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.ReuseGrade;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.dns.AddressWatch;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.ConnectionEnds;
import dev.weir.internal.event.DialFacts;
import dev.weir.internal.event.LeaseResult;
import dev.weir.internal.http1.Sight;
import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the pool, blocking or shared, from before its dial: what the pool knows of it, and HttpClient's own.
 *
 * <p>Thread-safe: the holder of the lease (or, while it is idle, the thread that the store hands it to) writes; snapshots
 * read.
 */
public abstract class PooledConnection extends Entry implements AddressWatch.Watched {

    /** The id of a connection whose socket is not connected, where it gets its id from that. */
    public static final String UNCONNECTED = "unconnected";

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    // A graceful TLS close may wait for the peer's reply, for at most this long.
    private static final Timeout CLOSE_TIMEOUT = Timeout.ofSeconds(1);

    private static final int MAX_CLOSING = 4;
    private static final Object UNNAMED = new Object();

    // Closing handshakes run on a few short-lived daemon threads of all pools; if these are busy, the connection is
    // cut, as nothing is lost.
    private static final Executor CLOSERS = new ThreadPoolExecutor(
            0, MAX_CLOSING, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> DaemonThread.of(task, "weir-close"));

    private enum Phase {
        FRESH,
        OPEN,
        CLOSED
    }

    // How far it leads: a caller opens the tunnel through a proxy, and adds TLS with the target.
    private enum Reach {
        PROXY,
        TUNNEL,
        TARGET
    }

    /** How many requests were sent on it. */
    final AtomicLong uses = new AtomicLong();

    /** What its exchanges show about its server. */
    public final Lessons lessons;

    /** Where it leads. */
    public final RouteState route;

    private final double jitterShare = ThreadLocalRandom.current().nextDouble();

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.FRESH);
    private final DialTimeline timeline = new DialTimeline(this);
    private final AtomicReference<@Nullable CloseCause> closedBy = new AtomicReference<>();

    // Held by a thread that checks whether the server has closed it.
    private final ReentrantLock looking = new ReentrantLock();

    // Both written by the holder of the lease, read by snapshots and sweeps.
    volatile @Nullable HeldLease holder;
    volatile long openedNanos;
    /** For how long it may be idle by the server's hint, until a response has another. */
    volatile long keepAliveNanos;

    // How many requests its server lets it carry; written by the thread of the exchange.
    private volatile long allowedUses = Long.MAX_VALUE;

    // Who has logged in on it; written by the holder of the lease: without a name until the first release after that.
    private volatile @Nullable Object owner;

    /** Set once by the thread that first finds that it must go; read at release and at close. */
    volatile @Nullable CloseCause doom;

    // The cause if it were closed at this moment; written by the holder of the lease.
    volatile @Nullable CloseCause suspicion;
    // What its last exchange failed with; written by the thread of the exchange, read by the one that closes it.
    volatile @Nullable Throwable failure;
    // Written by the thread of the exchange that opens a tunnel.
    private volatile Reach reach;
    // Set by the thread that dials; run by the one that closes.
    private volatile Runnable onClose = () -> {};

    PooledConnection(RouteState route) {
        super(route);
        this.route = route;
        this.reach = route.route.isTunnelled() ? Reach.PROXY : Reach.TARGET;
        this.lessons = new Lessons(this);
    }

    /**
     * Closes what it runs on. Called once.
     *
     * @param mode how
     */
    protected abstract void closeOwn(CloseMode mode);

    /** Looks at it now and then while it is in use. */
    void watch(long nowNanos) {}

    /** Returns the connection of HttpClient's that it is, or has. */
    public abstract HttpConnection own();

    /** Returns its id. */
    public abstract String getId();

    /** Notes that the configuration has changed. */
    protected void settingsChanged() {}

    /**
     * Prepares its dial, unless the pool was closed: then it is closed, too.
     *
     * @throws IOException if the pool was closed
     */
    public void beginDial() throws IOException {
        route.latestDial = timeline;
        timeline.start();
        PoolClosedException end = route.pool.lifecycle.end(false);
        if (end != null) {
            discard(CloseMode.IMMEDIATE);
            throw end;
        }
    }

    /**
     * Ends its dial, and tells the store: it is idle until a caller gets it, or else closed. Whatever it failed with belongs
     * to the callers, not to this thread.
     *
     * @param failure why it is not established; null if it is
     * @param capacity returns how many exchanges it carries at once
     * @return whether it is idle now
     */
    public final boolean endDial(@Nullable Throwable failure, IntSupplier capacity) {
        Throwable why = failure;
        boolean teaches = false;
        try {
            long nowNanos = route.nowNanos();
            if (why == null) {
                openedNanos = nowNanos;
                if (phase.compareAndSet(Phase.FRESH, Phase.OPEN)) {
                    route.opened();
                }
                why = parked(route.policy.keepAliveNanos, nowNanos) ? null : closedDuringDial();
            }
            teaches = timeline.ended(why) != DialOutcome.CANCELLED;
        } catch (Throwable e) {
            why = why == null ? e : why;
        }
        if (why == null) {
            dialed(capacity);
            return true;
        }
        try {
            close(CloseMode.IMMEDIATE);
        } finally {
            dialFailed(why, teaches);
        }
        return false;
    }

    static InterruptedIOException closedDuringDial() {
        return new InterruptedIOException("Connection was closed while it was being established");
    }

    /**
     * Tells whether it carries several exchanges at once.
     *
     * @return whether it speaks HTTP/2
     */
    public boolean isMultiplexed() {
        return false;
    }

    /** Tells whether it can be used, as far as can be seen without a look at the socket. */
    public abstract boolean isOpen();

    /** Takes it into use for a lease; false if it is not fit for that. */
    abstract boolean admit(HeldLease lease);

    /**
     * Takes it back from a lease, whatever its state: the next caller gets it, or else it is closed.
     *
     * @param user whose it was, if it is bound to an identity
     * @param isUsed false if the lease had no use for it: then it is not judged
     */
    final void takeBack(HeldLease lease, @Nullable Object user, long allowedNanos, boolean isUsed, long nowNanos) {
        boolean reusable = false;
        try {
            reusable = leave(lease, isUsed ? user : state(), Math.min(allowedNanos, keepAliveNanos), nowNanos);
        } finally {
            giveBack(reusable, isUsed);
        }
    }

    /** Takes it back, which is closed, from a lease that needs another; returns its place before all that wait. */
    final Waiter exchange(HeldLease lease) {
        leave(lease, null, 0, 0);
        return exchange(lease.state, route.whileDialing(lease.terms), lease.limitNanos, lease);
    }

    /** Ends its use by a lease; returns whether it may still be used: if so, and if this was the last, it is idle then. */
    abstract boolean leave(HeldLease lease, @Nullable Object user, long allowedNanos, long nowNanos);

    /** Looks for bytes, and for the end. For a thread that has exclusive use of it. */
    public abstract Sight look();

    /** Tells whether looking at it takes no time. */
    boolean isLookable() {
        return true;
    }

    @Override
    protected boolean isEstablished() {
        return phase.get() == Phase.OPEN;
    }

    @Override
    protected ReuseGrade grade() {
        ReuseGrade grade = ReuseGrade.after(uses.get());
        boolean isTunnel = route.route.isTunnelled() && isThrough();
        return isTunnel && grade == ReuseGrade.FRESH ? ReuseGrade.USED : grade;
    }

    /** Returns the steps of its dial, and the addresses that this tried. */
    public DialTimeline timeline() {
        return timeline;
    }

    /** Notes how a lease got it, and the times of its dial if it was dialed for that lease. */
    void describe(CallNotes facts, LeaseResult got) {
        boolean isNew = got.outcome() == LeaseOutcome.DIALED || got.outcome() == LeaseOutcome.DIALED_AFTER_WAIT;
        long nowNanos = System.nanoTime();
        ProtocolVersion protocol = own().getProtocolVersion();
        ConnectionEnds ends = new ConnectionEnds(
                address().orElse(null), // a socket makes a new one on each call
                protocol == null ? HttpVersion.HTTP_1_1 : protocol,
                route.target,
                knownId().orElse(null),
                closedBy);
        facts.sending(got, isNew ? timeline.facts(nowNanos) : DialFacts.NONE, ends, nowNanos);
    }

    /** Notes what an exchange on it failed with. */
    public void failed(@Nullable Throwable cause) {
        if (failure != cause) { // seldom, as with a suspicion
            failure = cause;
        }
    }

    /** Returns its id, for listeners; empty if it has none yet. */
    Optional<String> knownId() {
        return Optional.of(getId()).filter(id -> !UNCONNECTED.equals(id));
    }

    ConnectionSnapshot snapshot(long nowNanos) {
        boolean isIdle = isIdle();
        ProtocolVersion protocol = own().getProtocolVersion();
        return new ConnectionSnapshot(
                getId(),
                own().getRemoteAddress(),
                isIdle ? ConnectionSnapshot.State.IDLE : ConnectionSnapshot.State.LEASED,
                Duration.ofNanos(Math.max(0, nowNanos - openedNanos)),
                Duration.ofNanos(isIdle ? Math.max(0, lessons.idleNanos(nowNanos)) : 0),
                uses(),
                protocol == null ? "HTTP/1.1" : protocol.format());
    }

    /** Returns where it leads, for listeners. */
    Optional<SocketAddress> address() {
        SocketAddress dialed = timeline.address();
        return Optional.ofNullable(dialed != null ? dialed : own().getRemoteAddress());
    }

    @Override
    public @Nullable SocketAddress peer() {
        return doom == null && isEstablished() ? own().getRemoteAddress() : null;
    }

    /** Returns how many requests were sent on it. */
    public long uses() {
        return uses.get();
    }

    /** Returns the leases by which callers use it; some may just have been released. */
    abstract List<HeldLease> leases();

    /** Tells whether it ends because its caller gave the call up. */
    public boolean isCancelled() {
        return doom == CloseCause.CANCELLED;
    }

    /**
     * Notes that a user logs in, by authentication that is bound to the connection: from now on, no other user may use it.
     */
    public void loggedIn() {
        if (owner == null) {
            owner = UNNAMED;
        }
    }

    /** Notes what its proxy answered when asked for a tunnel. */
    public void tunnelled(int status) {
        if (status == HttpStatus.SC_OK) {
            reach = route.route.isSecure() ? Reach.TUNNEL : Reach.TARGET;
        }
        lessons.tunnelled(status);
    }

    /** Notes the end of the TLS handshake through its tunnel. */
    public void upgraded(long beganNanos, @Nullable Throwable failure) {
        if (failure == null) {
            reach = Reach.TARGET;
        } else if (suspicion == null) { // what its peer does afterwards follows from that
            suspect(CloseCause.ERROR);
        }
        timeline.upgraded(beganNanos, failure);
    }

    /** Tells whether it leads to its target: a tunnel, if it needs one, is open. */
    public boolean isThrough() {
        return reach != Reach.PROXY;
    }

    /** Tells whether a request can be sent: beyond a tunnel, TLS with its target is there, too. */
    public boolean isAtTarget() {
        return reach == Reach.TARGET;
    }

    /** Tells whether it belongs to one user. */
    public boolean isPrivate() {
        return owner != null;
    }

    // Whether it may be reused after a user, to whom it belongs from now on if one has logged in.
    private boolean belongsTo(@Nullable Object user) {
        if (owner == UNNAMED && user != null) {
            owner = user;
        }
        return owner == null || owner.equals(user);
    }

    /**
     * Tells whether it may carry requests after those of a user, and for whom; if not, it is marked for closing.
     *
     * @param user the token of the user; null if it is not known
     */
    final boolean mayStay(@Nullable Object user, long allowedNanos, long nowNanos) {
        CloseCause cause = causeIfReleased(allowedNanos, nowNanos);
        if (cause == null && !belongsTo(user)) {
            cause = CloseCause.PRIVATE;
        }
        if (cause != null) {
            doom(cause);
        } else if (state() != user) {
            state(user);
        }
        return cause == null;
    }

    /**
     * Waits while another thread looks at it, for a caller that has just got it: no other begins then. False if it is closed.
     */
    boolean claim() {
        if (!looking.isLocked()) {
            return !isClosed();
        }
        looking.lock();
        try {
            return !isClosed();
        } finally {
            looking.unlock();
        }
    }

    /** Checks whether the server has closed it, unless a caller takes it at this moment. */
    void detectClose(long nowNanos) {
        looking.lock();
        try {
            if (isIdle()) {
                CloseCause cause = seen(look(), lessons.idleNanos(nowNanos), CloseCause.SERVER_CLOSED_IDLE);
                if (cause == null) {
                    lessons.seenOpen(nowNanos);
                } else {
                    doom(cause);
                }
            }
        } finally {
            looking.unlock();
        }
    }

    final @Nullable CloseCause seen(Sight sight, long idleNanos, CloseCause ended) {
        if (sight == Sight.ENDED || sight == Sight.REQUEST_TIMEOUT) {
            lessons.closed(idleNanos);
        }
        return causeOf(sight, ended);
    }

    // Mostly for as long as before: then no other thread needs to see a write.
    private void keepFor(long nanos) {
        if (keepAliveNanos != nanos) {
            keepAliveNanos = nanos;
        }
    }

    /** Returns why it must close after a look, or null if the look found nothing. */
    static @Nullable CloseCause causeOf(Sight sight, CloseCause ended) {
        return switch (sight) {
            case QUIET -> null;
            case ENDED -> ended;
            case REQUEST_TIMEOUT -> CloseCause.SERVER_CLOSED_IDLE;
            case UNSOLICITED -> CloseCause.UNSOLICITED_BYTES;
        };
    }

    /** Returns why it must close after its rest, or null if it may stay idle, or carry a further request. */
    @Nullable
    CloseCause causeAfterRest(boolean isIdle, long nowNanos) {
        RoutePolicy policy = route.policy;
        CloseCause always = causeNow(nowNanos);
        long keptNanos = Math.min(lessons.learnedNanos(isIdle), Math.min(keepAliveNanos, policy.keepAliveNanos));
        if (always != null || lessons.idleNanos(nowNanos) < Math.min(keptNanos, policy.idleNanos)) {
            return always;
        }
        return policy.idleNanos < keptNanos ? CloseCause.IDLE : CloseCause.KEEP_ALIVE_EXPIRED;
    }

    /** Returns why it must not go back to the pool after an exchange, or null if it may. */
    @Nullable
    CloseCause causeIfReleased(long keepAliveNanos, long nowNanos) {
        if (keepAliveNanos <= 0) {
            return route.policy.keepAliveNanos == 0 ? CloseCause.KEEP_ALIVE_EXPIRED : CloseCause.SERVER_CLOSE_HEADER;
        }
        CloseCause always = causeNow(nowNanos);
        return always == null && lessons.learnedNanos(true) == 0 ? CloseCause.KEEP_ALIVE_EXPIRED : always;
    }

    private @Nullable CloseCause causeNow(long nowNanos) {
        RoutePolicy policy = route.policy;
        CloseCause doomed = doom;
        if (doomed != null) {
            return doomed;
        }
        if (uses.get() >= Math.min(policy.maxRequests, allowedUses)) {
            return CloseCause.MAX_REQUESTS;
        }
        long lifetimeNanos = policy.maxLifetimeNanos - (long) (policy.maxLifetimeNanos * policy.jitter * jitterShare);
        return nowNanos - openedNanos >= lifetimeNanos ? CloseCause.MAX_LIFETIME : null;
    }

    /** Tells whether it is closed for good, so that it must not be dialed again. */
    public boolean isClosed() {
        return phase.get() == Phase.CLOSED;
    }

    /** Marks it for closing: by the next sweep if it is idle, else at its release. The first cause counts. */
    @Override
    public void doom(CloseCause cause) {
        if (doom == null) {
            doom = cause;
        }
    }

    /**
     * Sets the action to run when it is closed, by any thread; runs it at once if it is closed. Must not block.
     */
    public void onClose(Runnable action) {
        onClose = action;
        if (isClosed()) {
            action.run();
        }
    }

    /** Remembers what would be the cause if it were closed now. Later and better knowledge replaces it. */
    public void suspect(@Nullable CloseCause cause) {
        if (suspicion != cause) { // seldom: a look at it costs less than a write that other threads see
            suspicion = cause;
        }
    }

    /** Closes it at once. */
    public void end(CloseCause cause) {
        doom(cause);
        close(CloseMode.IMMEDIATE);
    }

    /** Counts a request. */
    public void used() {
        uses.incrementAndGet();
    }

    /** Notes what the server said about keeping the connection. */
    public void hinted(KeepAliveHint hint) {
        keepFor(hint.idleNanos(route.policy.keepAliveNanos, route.policy.marginNanos));
        if (hint.moreRequests() != KeepAliveHint.NONE) {
            long used = uses.get();
            long allowed = hint.moreRequests() > Long.MAX_VALUE - used ? Long.MAX_VALUE : used + hint.moreRequests();
            allowedUses = Math.min(allowedUses, allowed);
        }
    }

    /**
     * Makes it ready to be idle; false if it is closed. A lease that sent nothing, so that the connection is rested still,
     * does not reset the idle time.
     */
    boolean parked(long allowedNanos, long nowNanos) {
        holder = null;
        suspect(null);
        keepFor(allowedNanos);
        lessons.rests(nowNanos);
        return !isClosed() && reach != Reach.TUNNEL; // in which only its caller knows the state of the handshake
    }

    @Override
    protected void dispose(CloseCause why, CloseMode mode) {
        if (why == CloseCause.SHUTDOWN) {
            doom(why); // whatever its exchange was doing
        }
        boolean isDial = phase.get() == Phase.FRESH; // it has no TLS session yet to close
        // The store cuts what makes room. Without TLS an orderly close takes no time.
        boolean isQuick =
                why != CloseCause.SHUTDOWN && this instanceof BlockingConnection && own().getSSLSession() == null;
        close(why, isDial ? CloseMode.IMMEDIATE : isQuick ? CloseMode.GRACEFUL : mode);
    }

    /** Closes it, if it is not closed; the cause counts unless a better one is known. */
    final void close(CloseCause fallback, CloseMode mode) {
        Phase before = phase.getAndSet(Phase.CLOSED);
        if (before == Phase.CLOSED) {
            return;
        }
        CloseCause known = doom != null ? doom : suspicion; // a doom is never taken back
        CloseCause cause = known != null ? known : fallback;
        try {
            if (before == Phase.OPEN) {
                closedBy.set(cause);
                route.closed(cause, this);
            }
            onClose.run();
        } finally {
            closeAside(mode);
        }
    }

    // At once, or on another thread if that may take time.
    private void closeAside(CloseMode mode) {
        boolean isSlow = mode == CloseMode.GRACEFUL && own().getSSLSession() != null;
        if (isSlow) {
            own().setSocketTimeout(CLOSE_TIMEOUT);
            try {
                CLOSERS.execute(() -> closeQuietly(mode));
                return;
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // It is cut: no thread is free, or can start.
            }
        }
        closeQuietly(isSlow ? CloseMode.IMMEDIATE : mode);
    }

    private void closeQuietly(CloseMode mode) {
        try {
            closeOwn(mode);
        } catch (RuntimeException e) {
            // Any caller of the pool may close it, and the failure of this connection does not concern that caller.
            LOG.debug("Connection to {} failed to close", route.target, e);
        }
    }

    /** Closes it, if it is not closed. */
    public void close(CloseMode mode) {
        close(CloseCause.ERROR, mode);
    }
}
