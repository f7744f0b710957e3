package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How times relate. Of the timeouts, {@code poolWait < connect < read < total} and {@code connect + read <= total}: each
 * explicit one is compared with the next larger one that is explicit. Where a default lies between the two, there must be
 * room for it.
 */
final class TimeRules {
    /** What is left for a default that lies between two explicit values. */
    private static final Duration ROOM = Duration.ofMillis(1);

    private static final String SHORTER = "must be shorter than";
    private static final String HANDSHAKE =
            "the handshake is a part of connecting, and timeouts.connect bounds the whole";
    private static final String BETWEEN = "timeouts.connect must lie between the two";
    private static final String NEVER_CHECKED =
            "a connection that is closed before it is due for a check is never checked";

    private static final String FIRST_TO_CLOSE =
            "the client must be the first to close, else a request meets a connection that the server has closed";
    private static final Rule WITHOUT_MARGIN = below(
            "keep-alive-below-server-idle", FIRST_TO_CLOSE, KeepAlive.MAX, KeepAlive.SERVER_IDLE, TimeRules::always);

    static final List<Rule> ALL = List.of(
            order(
                    "pool-wait-below-connect",
                    "waiting longer than a new connection takes is pointless",
                    Timeouts.POOL_WAIT,
                    Timeouts.CONNECT),
            order("pool-wait-below-read", BETWEEN, Timeouts.POOL_WAIT, Timeouts.READ),
            order("pool-wait-below-total", BETWEEN, Timeouts.POOL_WAIT, Timeouts.TOTAL),
            order(
                    "connect-below-read",
                    "a host that takes longer to connect to than to respond is unreachable, and waiting hides it",
                    Timeouts.CONNECT,
                    Timeouts.READ),
            order(
                    "connect-below-total",
                    "a call that may be over before it is connected reports the wrong cause",
                    Timeouts.CONNECT,
                    Timeouts.TOTAL),
            order(
                    "read-below-total",
                    "a call that is over before its read timeout never reports that the server was silent",
                    Timeouts.READ,
                    Timeouts.TOTAL),
            new Rule(
                    "total-covers-connect-and-read",
                    "a call must be able to use the time to connect and the time to read in full",
                    TimeRules::sum),
            within("handshake-within-connect", HANDSHAKE, Tls.HANDSHAKE, Timeouts.CONNECT),
            // A default connect goes between the handshake and read, where there must be a between.
            below(
                    "handshake-below-read",
                    HANDSHAKE,
                    Tls.HANDSHAKE,
                    Timeouts.READ,
                    scope -> !scope.has(Timeouts.CONNECT) && !scope.isTrue(Timeouts.UNORDERED)),
            below(
                    "handshake-below-total",
                    HANDSHAKE,
                    Tls.HANDSHAKE,
                    Timeouts.TOTAL,
                    scope -> !scope.has(Timeouts.CONNECT)
                            && scope.findOn(Timeouts.READ) == null
                            && !scope.isTrue(Timeouts.UNORDERED)),
            below(
                    "margin-below-server-idle",
                    "with a margin as long as serverIdle no connection could be kept",
                    KeepAlive.MARGIN,
                    KeepAlive.SERVER_IDLE,
                    TimeRules::always),
            new Rule(
                    "keep-alive-below-server-idle",
                    FIRST_TO_CLOSE,
                    scope -> scope.find(KeepAlive.MARGIN) == null
                            ? WITHOUT_MARGIN.check().in(scope)
                            : keepAlive(scope)),
            below(
                    "validate-after-below-idle",
                    NEVER_CHECKED,
                    Eviction.VALIDATE_AFTER,
                    Eviction.IDLE,
                    TimeRules::always),
            below(
                    "validate-after-below-max-lifetime",
                    NEVER_CHECKED,
                    Eviction.VALIDATE_AFTER,
                    Eviction.MAX_LIFETIME,
                    scope -> !scope.has(Eviction.IDLE)),
            within(
                    "idle-within-max-lifetime",
                    "no connection can idle for longer than it lives",
                    Eviction.IDLE,
                    Eviction.MAX_LIFETIME),
            within(
                    "dns-ttl-within-max-lifetime",
                    "a new connection must not be opened to an address older than the connections it replaces",
                    Dns.TTL,
                    Eviction.MAX_LIFETIME),
            within(
                    "backoff-within-max-backoff",
                    "pauses grow from backoff to maxBackoff",
                    Retry.BACKOFF,
                    Retry.MAX_BACKOFF));

    private TimeRules() {}

    private static boolean always(Scope scope) {
        return true;
    }

    private static boolean isBelow(Duration low, Duration high) {
        return low.compareTo(high) < 0;
    }

    private static boolean isWithin(Duration low, Duration high) {
        return low.compareTo(high) <= 0;
    }

    private static Rule below(
            String name, String reason, Knob<Duration> lower, Knob<Duration> upper, Predicate<Scope> applies) {
        return Rule.ofTimes(name, reason, SHORTER, lower, upper, TimeRules::isBelow, applies);
    }

    private static Rule within(String name, String reason, Knob<Duration> lower, Knob<Duration> upper) {
        return Rule.ofTimes(
                name, reason, "must not be longer than", lower, upper, TimeRules::isWithin, TimeRules::always);
    }

    private static Rule order(String name, String reason, Knob<Duration> lower, Knob<Duration> upper) {
        Predicate<Scope> applies = scope -> !isApart(scope, lower, upper);
        // Connect has no value of its own between these two.
        boolean needsRoom = lower == Timeouts.POOL_WAIT && upper != Timeouts.CONNECT;
        return needsRoom
                ? Rule.ofTimes(
                        name,
                        reason,
                        "must be at least " + DurationText.of(ROOM) + " shorter than",
                        lower,
                        upper,
                        (low, high) -> low.plus(ROOM).compareTo(high) <= 0,
                        applies)
                : below(name, reason, lower, upper, applies);
    }

    /** Whether the order does not matter, or another explicit timeout lies between the two and is compared instead. */
    private static boolean isApart(Scope scope, Knob<Duration> lower, Knob<Duration> upper) {
        List<Knob<Duration>> all = List.of(Timeouts.POOL_WAIT, Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL);
        return scope.isTrue(Timeouts.UNORDERED)
                || (scope.isAdopted(lower) && scope.isAdopted(upper))
                || all.subList(all.indexOf(lower) + 1, all.indexOf(upper)).stream()
                        .anyMatch(knob -> scope.findOn(knob) != null);
    }

    private static Stream<Breach> sum(Scope scope) {
        boolean isReadOff = scope.has(Timeouts.READ) && scope.findOn(Timeouts.READ) == null;
        if (isReadOff || scope.isTrue(Timeouts.UNORDERED)) {
            return Stream.empty();
        }
        Knob<Duration> floor = floor(scope);
        Duration read = scope.findOn(Timeouts.READ);
        List<Knob<Duration>> knobs = new ArrayList<>(List.of(Timeouts.TOTAL));
        if (floor != null) {
            knobs.add(floor);
        }
        if (read != null) {
            knobs.add(Timeouts.READ);
        }
        if (isCovered(scope) || !scope.concerns(knobs) || isOrderBroken(scope, floor, read)) {
            return Stream.empty();
        }
        String connect = floor == null
                ? "a timeouts.connect"
                : (floor == Timeouts.CONNECT ? "" : "a timeouts.connect not below ") + scope.named(floor);
        String demand = "must be at least " + DurationText.of(least(scope)) + " for " + connect + " and "
                + (read == null ? "a longer timeouts.read" : scope.named(Timeouts.READ));
        return Stream.of(Breach.of(scope, demand, knobs, sound -> Rule.fitting(sound, knobs, TimeRules::isCovered)));
    }

    private static boolean isCovered(Scope scope) {
        Duration total = scope.findOn(Timeouts.TOTAL);
        return total == null || total.compareTo(least(scope)) >= 0;
    }

    /** The explicit time that connect is, or that it cannot be shorter than. */
    private static @Nullable Knob<Duration> floor(Scope scope) {
        if (scope.has(Timeouts.CONNECT)) {
            return Timeouts.CONNECT;
        }
        Duration wait = scope.find(Timeouts.POOL_WAIT);
        Duration handshake = scope.find(Tls.HANDSHAKE);
        if (wait == null || handshake == null) {
            return wait != null ? Timeouts.POOL_WAIT : handshake != null ? Tls.HANDSHAKE : null;
        }
        return wait.compareTo(handshake) >= 0 ? Timeouts.POOL_WAIT : Tls.HANDSHAKE;
    }

    /** The shortest total for what is explicit. */
    private static Duration least(Scope scope) {
        Knob<Duration> floor = floor(scope);
        Duration read = scope.findOn(Timeouts.READ);
        Duration connect = floor == null ? Duration.ZERO : scope.get(floor);
        if (read == null) {
            return floor == null ? Duration.ZERO : connect.multipliedBy(2).plus(ROOM);
        }
        boolean isExact = floor == Timeouts.CONNECT || floor == Tls.HANDSHAKE;
        return isExact ? connect.plus(read) : connect.plus(read).plus(ROOM);
    }

    /** The sum says nothing more where a default takes part and the order alone is broken. */
    private static boolean isOrderBroken(Scope scope, @Nullable Knob<Duration> floor, @Nullable Duration read) {
        if (floor == Timeouts.CONNECT && read != null) {
            return false;
        }
        Duration longest = read != null ? read : floor == null ? Duration.ZERO : scope.get(floor);
        return scope.get(Timeouts.TOTAL).compareTo(longest) <= 0;
    }

    private static Stream<Breach> keepAlive(Scope scope) {
        List<Knob<Duration>> knobs = List.of(KeepAlive.MAX, KeepAlive.SERVER_IDLE, KeepAlive.MARGIN);
        if (isFirstToClose(scope) || !scope.concerns(knobs)) {
            return Stream.empty();
        }
        Duration most = scope.get(KeepAlive.SERVER_IDLE).minus(scope.get(KeepAlive.MARGIN));
        String demand = "must be at most " + DurationText.of(most) + ", which is " + scope.named(KeepAlive.SERVER_IDLE)
                + " less " + scope.named(KeepAlive.MARGIN);
        return Stream.of(
                Breach.of(scope, demand, knobs, sound -> Rule.fitting(sound, knobs, TimeRules::isFirstToClose)));
    }

    private static boolean isFirstToClose(Scope scope) {
        Duration margin = scope.find(KeepAlive.MARGIN);
        Duration serverIdle = scope.find(KeepAlive.SERVER_IDLE);
        Duration max = scope.findOn(KeepAlive.MAX);
        return margin == null
                || serverIdle == null
                || max == null
                || margin.compareTo(serverIdle) >= 0
                || max.compareTo(serverIdle.minus(margin)) <= 0;
    }
}
