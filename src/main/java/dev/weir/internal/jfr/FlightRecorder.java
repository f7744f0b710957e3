package dev.weir.internal.jfr;

import dev.weir.event.CallFacts;
import dev.weir.event.PoolEvent;
import dev.weir.internal.log.AddressText;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Passes the events of pools on to the JDK's flight recorder, if a recording wants them. A runtime without the module
 * {@code jdk.jfr} wants none. To ask takes no lock and allocates nothing, so it can be done for each request. Thread-safe.
 */
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

    /** {@return whether a recording wants calls} */
    public static boolean wantsRequests() {
        return isRunning() && Type.REQUEST.isWanted();
    }

    /** {@return whether a recording wants any of the events that {@link #record} passes on} */
    public static boolean isWanted() {
        return isRunning()
                && (Type.LEASE.isWanted() || Type.DIAL.isWanted() || Type.LOOKUP.isWanted() || Type.CLOSE.isWanted());
    }

    /** {@return takes the end of a call that begins now; null if no recording wants it} */
    public static @Nullable Consumer<PoolEvent.RequestEnded> request() {
        if (!wantsRequests()) {
            return null;
        }
        Event begun = Type.REQUEST.begin();
        return how -> {
            CallFacts facts = how.facts();
            set(
                    begun,
                    0,
                    how.pool(),
                    how.route(),
                    how.method(),
                    facts.failure(),
                    facts.isCancelled(),
                    facts.before(),
                    (long) facts.exchanges());
            facts.last()
                    .ifPresent(exchange -> set(
                            begun,
                            7,
                            exchange.outcome(),
                            exchange.protocol(),
                            exchange.remoteAddress(),
                            handshakeKind(exchange.handshake(), exchange.isResumed()),
                            (long) exchange.status().orElse(0),
                            exchange.uses(),
                            exchange.idleFor(),
                            exchange.waited(),
                            exchange.dialed(),
                            exchange.lookup(),
                            exchange.handshake(),
                            exchange.firstByte(),
                            exchange.body()));
            begun.commit();
        };
    }

    /** Records an event, if a recording wants its kind. */
    public static void record(PoolEvent event) {
        if (!isRunning()) {
            return;
        }
        if (event instanceof PoolEvent.LeaseEnded how && Type.LEASE.isWanted()) {
            Type.LEASE.record(how.pool(), how.route(), how.outcome(), how.connectionId(), how.waited());
        } else if (event instanceof PoolEvent.DialEnded how && !how.isThroughTunnel() && Type.DIAL.isWanted()) {
            Type.DIAL.record(
                    how.pool(),
                    how.route(),
                    how.outcome(),
                    how.connectionId(),
                    how.remoteAddress(),
                    how.failure(),
                    handshakeKind(how.handshake(), how.isResumed()),
                    how.lookup().plus(how.connect()).plus(how.handshake()),
                    how.lookup(),
                    how.connect(),
                    how.handshake());
        } else if (event instanceof PoolEvent.NameLookedUp how && Type.LOOKUP.isWanted()) {
            Type.LOOKUP.record(how.pool(), how.host(), how.outcome(), how.time());
        } else if (event instanceof PoolEvent.ConnectionClosed how && Type.CLOSE.isWanted()) {
            Type.CLOSE.record(
                    how.pool(),
                    how.route(),
                    how.cause(),
                    how.connectionId(),
                    how.remoteAddress(),
                    how.failure(),
                    how.age(),
                    how.uses());
        }
    }

    private static void set(Event event, int first, @Nullable Object... values) {
        for (int i = 0; i < values.length; i++) {
            event.set(first + i, recorded(values[i]));
        }
    }

    private static @Nullable String handshakeKind(Duration time, boolean isResumed) {
        return time.isZero() ? null : isResumed ? "resumed" : "full";
    }

    private static @Nullable Object recorded(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return recorded(optional.orElse(null));
        }
        if (value instanceof Duration time) {
            return time.toNanos();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        if (value instanceof Throwable failure) {
            return failure.getClass().getName(); // its text may contain data of the peer
        }
        return value instanceof SocketAddress address ? AddressText.of(address) : value;
    }

    /** A kind of event with its fields, in the order in which they are set. Apart, so that it is loaded only if wanted. */
    private static final class Type {

        static final Type REQUEST = new Type(
                "Request",
                "A call of a pool's client",
                texts("pool route method failure"),
                fields("cancelled", boolean.class),
                times("before"),
                numbers("exchanges"),
                texts("outcome protocol remoteAddress handshakeKind"),
                numbers("status uses"),
                times("idleFor waited dialed lookup handshake firstByte body"));
        static final Type LEASE = new Type(
                "Lease",
                "A lease has ended, with a connection or without",
                texts("pool route outcome connectionId"),
                times("waited"));
        static final Type DIAL = new Type(
                "Dial",
                "An attempt to establish a connection",
                texts("pool route outcome connectionId remoteAddress failure handshakeKind"),
                times("time lookup connect handshake"));
        static final Type LOOKUP = new Type(
                "Lookup", "A dial has looked up the addresses of a host", texts("pool host outcome"), times("time"));
        static final Type CLOSE = new Type(
                "Close",
                "A connection was closed",
                texts("pool route cause connectionId remoteAddress failure"),
                times("age"),
                numbers("uses"));

        private final EventFactory factory;
        private final Event sample;

        @SafeVarargs
        @SuppressWarnings("varargs") // it is read only
        private Type(String name, String description, Stream<ValueDescriptor>... fields) {
            factory = EventFactory.create(
                    List.of(
                            new AnnotationElement(Name.class, "dev.weir." + name),
                            new AnnotationElement(Label.class, name),
                            new AnnotationElement(Description.class, description),
                            new AnnotationElement(Category.class, new String[] {"Weir"}),
                            new AnnotationElement(Enabled.class, false),
                            new AnnotationElement(StackTrace.class, false)),
                    Arrays.stream(fields).flatMap(each -> each).toList());
            sample = factory.newEvent();
        }

        private static Stream<ValueDescriptor> texts(String names) {
            return fields(names, String.class);
        }

        private static Stream<ValueDescriptor> numbers(String names) {
            return fields(names, long.class);
        }

        private static Stream<ValueDescriptor> times(String names) {
            return fields(names, long.class, new AnnotationElement(Timespan.class, Timespan.NANOSECONDS));
        }

        private static Stream<ValueDescriptor> fields(String names, Class<?> type, AnnotationElement... more) {
            return Arrays.stream(names.split(" ")).map(name -> new ValueDescriptor(type, name, List.of(more)));
        }

        boolean isWanted() {
            return sample.isEnabled();
        }

        Event begin() {
            Event begun = factory.newEvent();
            begun.begin();
            return begun;
        }

        void record(@Nullable Object... values) {
            Event event = factory.newEvent();
            set(event, 0, values);
            event.commit();
        }
    }
}
