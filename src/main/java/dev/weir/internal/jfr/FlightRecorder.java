package dev.weir.internal.jfr;

import dev.weir.event.CallFacts;
import dev.weir.event.PoolEvent;
import dev.weir.internal.log.AddressText;
import java.net.SocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Passes the events of pools on to the JDK's flight recorder, if a recording wants them. A runtime without the module
 * {@code jdk.jfr} wants none. To ask takes no lock and allocates nothing, so it can be done for each request. Thread-safe.
 */
@SuppressWarnings("UnusedVariable") // the recorder reads the fields of events
public final class FlightRecorder {

    private static final boolean IS_PRESENT = isPresent();

    private FlightRecorder() {}

    private static boolean isPresent() {
        try {
            Class.forName("jdk.jfr.Event", false, FlightRecorder.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // an image without the module
        }
    }

    // Events are loaded with the first recording of the JVM: before it, they would cost a start some sixty classes.
    private static boolean isRunning() {
        return IS_PRESENT && jdk.jfr.FlightRecorder.isInitialized();
    }

    // Never recorded: they tell whether their type is wanted. Apart, so that they are loaded only with the module.
    private static final class Wanted {
        static final Request REQUEST = new Request();
        static final Lease LEASE = new Lease();
        static final Dial DIAL = new Dial();
        static final Lookup LOOKUP = new Lookup();
        static final Close CLOSE = new Close();
    }

    /** {@return whether a recording wants calls} */
    public static boolean wantsRequests() {
        return isRunning() && Wanted.REQUEST.isEnabled();
    }

    /** {@return whether a recording wants leases} */
    public static boolean wantsLeases() {
        return isRunning() && Wanted.LEASE.isEnabled();
    }

    /** {@return whether a recording wants closed connections} */
    public static boolean wantsCloses() {
        return isRunning() && Wanted.CLOSE.isEnabled();
    }

    /**
     * Notes that a call begins.
     *
     * @return takes its end; null if no recording wants it
     */
    public static @Nullable Consumer<PoolEvent.RequestEnded> request() {
        if (!wantsRequests()) {
            return null;
        }
        Request begun = new Request();
        begun.begin();
        return begun::ended;
    }

    /**
     * Notes that a dial begins.
     *
     * @return takes its end; null if no recording wants it
     */
    public static @Nullable Consumer<PoolEvent.DialEnded> dial() {
        if (!isRunning() || !Wanted.DIAL.isEnabled()) {
            return null;
        }
        Dial begun = new Dial();
        begun.begin();
        return begun::ended;
    }

    /**
     * Notes that a lookup begins.
     *
     * @return takes its end; null if no recording wants it
     */
    public static @Nullable Consumer<PoolEvent.NameLookedUp> lookup() {
        if (!isRunning() || !Wanted.LOOKUP.isEnabled()) {
            return null;
        }
        Lookup begun = new Lookup();
        begun.begin();
        return begun::ended;
    }

    /**
     * Records a lease. Call it only if leases are wanted.
     *
     * @param lease what happened
     */
    public static void record(PoolEvent.LeaseEnded lease) {
        new Lease().ended(lease);
    }

    /**
     * Records a closed connection. Call it only if these are wanted.
     *
     * @param closed what happened
     */
    public static void record(PoolEvent.ConnectionClosed closed) {
        new Close().ended(closed);
    }

    /** Writes a constant as metrics do: {@code reused_after_wait}. */
    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    // Its text may contain data of the peer.
    private static @Nullable String type(Optional<Throwable> failure) {
        return failure.map(each -> each.getClass().getName()).orElse(null);
    }

    private static @Nullable String text(Optional<SocketAddress> address) {
        return address.map(AddressText::of).orElse(null);
    }

    @Category("Weir")
    @Enabled(false)
    @StackTrace(false)
    private abstract static class OfAPool extends Event {
        @Nullable
        String pool;
    }

    @Name("dev.weir.Request")
    @Label("Request")
    @Description("A call of a pool's client")
    private static final class Request extends OfAPool {
        @Nullable
        String route;

        @Nullable
        String method;

        @Label("Status, 0 Without A Response")
        int status;

        @Label("Given Up By Its Caller")
        boolean cancelled;

        @Nullable
        String failure;

        @Nullable
        String outcome;

        @Nullable
        String protocol;

        @Nullable
        String remoteAddress;

        int exchanges;
        long uses;

        @Timespan(Timespan.NANOSECONDS)
        long idleFor;

        @Timespan(Timespan.NANOSECONDS)
        long before;

        @Timespan(Timespan.NANOSECONDS)
        long waited;

        @Timespan(Timespan.NANOSECONDS)
        long dialed;

        @Timespan(Timespan.NANOSECONDS)
        long lookup;

        @Timespan(Timespan.NANOSECONDS)
        long handshake;

        @Nullable
        String handshakeKind;

        @Timespan(Timespan.NANOSECONDS)
        long firstByte;

        @Timespan(Timespan.NANOSECONDS)
        long body;

        void ended(PoolEvent.RequestEnded how) {
            end();
            if (!shouldCommit()) {
                return;
            }
            CallFacts facts = how.facts();
            pool = how.pool();
            route = how.route().orElse(null);
            method = how.method().orElse(null);
            cancelled = facts.isCancelled();
            failure = type(facts.failure());
            exchanges = facts.exchanges();
            before = facts.before().toNanos();
            facts.last().ifPresent(this::last);
            commit();
        }

        private void last(CallFacts.Exchange exchange) {
            status = exchange.status().orElse(0);
            outcome = word(exchange.outcome());
            protocol = exchange.protocol();
            remoteAddress = text(Optional.ofNullable(exchange.remoteAddress()));
            uses = exchange.uses();
            idleFor = exchange.idleFor().toNanos();
            waited = exchange.waited().toNanos();
            dialed = exchange.dialed().toNanos();
            lookup = exchange.lookup().toNanos();
            handshake = exchange.handshake().toNanos();
            handshakeKind = exchange.handshakeKind().map(FlightRecorder::word).orElse(null);
            firstByte = exchange.firstByte().toNanos();
            body = exchange.body().toNanos();
        }
    }

    @Name("dev.weir.Lease")
    @Label("Lease")
    @Description("A lease has ended, with a connection or without")
    private static final class Lease extends OfAPool {
        @Nullable
        String route;

        @Nullable
        String outcome;

        @Nullable
        String connectionId;

        @Timespan(Timespan.NANOSECONDS)
        long waited;

        void ended(PoolEvent.LeaseEnded how) {
            pool = how.pool();
            route = how.route();
            outcome = word(how.outcome());
            connectionId = how.connectionId().orElse(null);
            waited = how.waited().toNanos();
            commit();
        }
    }

    @Name("dev.weir.Dial")
    @Label("Dial")
    @Description("An attempt to establish a connection")
    private static final class Dial extends OfAPool {
        @Nullable
        String route;

        @Nullable
        String outcome;

        @Nullable
        String connectionId;

        @Nullable
        String remoteAddress;

        @Nullable
        String failure;

        @Timespan(Timespan.NANOSECONDS)
        long lookup;

        @Timespan(Timespan.NANOSECONDS)
        long connect;

        @Timespan(Timespan.NANOSECONDS)
        long handshake;

        @Nullable
        String handshakeKind;

        void ended(PoolEvent.DialEnded how) {
            end();
            if (!shouldCommit()) {
                return;
            }
            pool = how.pool();
            route = how.route();
            outcome = word(how.outcome());
            connectionId = how.connectionId().orElse(null);
            remoteAddress = text(how.remoteAddress());
            failure = type(how.failure());
            lookup = how.lookup().toNanos();
            connect = how.connect().toNanos();
            handshake = how.handshake().toNanos();
            handshakeKind = how.handshakeKind().map(FlightRecorder::word).orElse(null);
            commit();
        }
    }

    @Name("dev.weir.Lookup")
    @Label("Lookup")
    @Description("A dial has looked up the addresses of a host")
    private static final class Lookup extends OfAPool {
        @Nullable
        String host;

        @Nullable
        String outcome;

        void ended(PoolEvent.NameLookedUp how) {
            end();
            if (shouldCommit()) {
                pool = how.pool();
                host = how.host();
                outcome = word(how.outcome());
                commit();
            }
        }
    }

    @Name("dev.weir.Close")
    @Label("Close")
    @Description("A connection was closed")
    private static final class Close extends OfAPool {
        @Nullable
        String route;

        @Nullable
        String cause;

        @Nullable
        String connectionId;

        @Nullable
        String remoteAddress;

        @Nullable
        String failure;

        @Timespan(Timespan.NANOSECONDS)
        long age;

        long uses;

        void ended(PoolEvent.ConnectionClosed how) {
            pool = how.pool();
            route = how.route();
            cause = word(how.cause());
            connectionId = how.connectionId().orElse(null);
            remoteAddress = text(how.remoteAddress());
            failure = type(how.failure());
            age = how.age().toNanos();
            uses = how.uses();
            commit();
        }
    }
}
