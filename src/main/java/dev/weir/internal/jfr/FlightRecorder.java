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

    /** {@return whether a recording wants leases} */
    public static boolean wantsLeases() {
        return isRunning() && Type.LEASE.isWanted();
    }

    /** {@return whether a recording wants closed connections} */
    public static boolean wantsCloses() {
        return isRunning() && Type.CLOSE.isWanted();
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
                    how.pool(),
                    how.route().orElse(null),
                    how.method().orElse(null),
                    type(facts.failure()),
                    facts.isCancelled(),
                    facts.before().toNanos(),
                    (long) facts.exchanges());
            facts.last().ifPresent(exchange -> set(begun, exchange));
            begun.commit();
        };
    }

    private static void set(Event begun, CallFacts.Exchange exchange) {
        Object[] values = {
            word(exchange.outcome()),
            exchange.protocol(),
            text(Optional.ofNullable(exchange.remoteAddress())),
            exchange.handshakeKind().map(FlightRecorder::word).orElse(null),
            (long) exchange.status().orElse(0),
            exchange.uses()
        };
        Stream<Duration> times = Stream.of(
                exchange.idleFor(),
                exchange.waited(),
                exchange.dialed(),
                exchange.lookup(),
                exchange.handshake(),
                exchange.firstByte(),
                exchange.body());
        setFrom(
                7,
                begun,
                Stream.concat(Arrays.stream(values), times.map(Duration::toNanos))
                        .toArray());
    }

    /** {@return takes the end of a dial that begins now; null if no recording wants it} */
    public static @Nullable Consumer<PoolEvent.DialEnded> dial() {
        if (!isRunning() || !Type.DIAL.isWanted()) {
            return null;
        }
        Event begun = Type.DIAL.begin();
        return how -> {
            set(
                    begun,
                    how.pool(),
                    how.route(),
                    word(how.outcome()),
                    how.connectionId().orElse(null),
                    text(how.remoteAddress()),
                    type(how.failure()),
                    how.handshakeKind().map(FlightRecorder::word).orElse(null),
                    how.lookup().toNanos(),
                    how.connect().toNanos(),
                    how.handshake().toNanos());
            begun.commit();
        };
    }

    /** {@return takes the end of a lookup that begins now; null if no recording wants it} */
    public static @Nullable Consumer<PoolEvent.NameLookedUp> lookup() {
        if (!isRunning() || !Type.LOOKUP.isWanted()) {
            return null;
        }
        Event begun = Type.LOOKUP.begin();
        return how -> {
            set(begun, how.pool(), how.host(), word(how.outcome()));
            begun.commit();
        };
    }

    /** Records the end of a lease, which a recording wants. */
    public static void record(PoolEvent.LeaseEnded how) {
        Event event = Type.LEASE.begin();
        set(
                event,
                how.pool(),
                how.route(),
                word(how.outcome()),
                how.connectionId().orElse(null),
                how.waited().toNanos());
        event.commit();
    }

    /** Records a closed connection, which a recording wants. */
    public static void record(PoolEvent.ConnectionClosed how) {
        Event event = Type.CLOSE.begin();
        set(
                event,
                how.pool(),
                how.route(),
                word(how.cause()),
                how.connectionId().orElse(null),
                text(how.remoteAddress()),
                type(how.failure()),
                how.age().toNanos(),
                how.uses());
        event.commit();
    }

    private static void set(Event event, @Nullable Object... values) {
        setFrom(0, event, values);
    }

    private static void setFrom(int first, Event event, @Nullable Object... values) {
        for (int i = 0; i < values.length; i++) {
            event.set(first + i, values[i]);
        }
    }

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
                times("lookup connect handshake"));
        static final Type LOOKUP =
                new Type("Lookup", "A dial has looked up the addresses of a host", texts("pool host outcome"));
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
    }
}
