package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of the timeouts: {@code poolWait < connect < read < total} and {@code connect + read <= total}.
 *
 * <p>Each explicit timeout is compared with the next larger one that is explicit. Where a default lies between the two,
 * there must be room for it.
 */
final class TimeoutRules {
    /** What is left for a default that lies between two explicit values. */
    private static final Duration ROOM = Duration.ofMillis(1);

    static final List<Rule> ALL = List.of(
            order(
                    "pool-wait-below-connect",
                    "waiting longer than a new connection takes is pointless",
                    Timeouts.POOL_WAIT,
                    Timeouts.CONNECT),
            order(
                    "pool-wait-below-read",
                    "timeouts.connect must lie between the two",
                    Timeouts.POOL_WAIT,
                    Timeouts.READ,
                    Timeouts.CONNECT),
            order(
                    "pool-wait-below-total",
                    "timeouts.connect must lie between the two",
                    Timeouts.POOL_WAIT,
                    Timeouts.TOTAL,
                    Timeouts.CONNECT,
                    Timeouts.READ),
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
                    TimeoutRules::sum));

    private TimeoutRules() {}

    @SafeVarargs
    private static Rule order(
            String name, String reason, Knob<Duration> lower, Knob<Duration> upper, Knob<Duration>... between) {
        return new Rule(
                name,
                reason,
                (rule, scope) -> isApart(scope, lower, upper)
                        ? List.of()
                        : Order.below(rule, scope, lower, upper, between.length == 0 ? Duration.ZERO : ROOM));
    }

    /** Whether the order does not matter, or another explicit timeout lies between the two and is compared instead. */
    private static boolean isApart(Scope scope, Knob<Duration> lower, Knob<Duration> upper) {
        List<Knob<Duration>> all = List.of(Timeouts.POOL_WAIT, Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL);
        return scope.isTrue(Timeouts.UNORDERED)
                || (scope.isAdopted(lower) && scope.isAdopted(upper))
                || all.subList(all.indexOf(lower) + 1, all.indexOf(upper)).stream()
                        .anyMatch(knob -> scope.findOn(knob) != null);
    }

    private static List<Breach> sum(Rule rule, Scope scope) {
        Duration total = scope.findOn(Timeouts.TOTAL);
        boolean isReadOff = scope.has(Timeouts.READ) && scope.findOn(Timeouts.READ) == null;
        if (total == null || isReadOff || scope.isTrue(Timeouts.UNORDERED)) {
            return List.of();
        }
        Knob<Duration> floor = floor(scope);
        Duration read = scope.findOn(Timeouts.READ);
        Duration least = least(scope, floor, read);
        List<Knob<?>> knobs = knobs(floor, read);
        boolean isBroken = total.compareTo(least) < 0 && scope.concerns(knobs) && !isOrderBroken(scope, floor, read);
        return isBroken ? List.of(breach(rule, scope, least, floor, knobs)) : List.of();
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

    private static Duration least(Scope scope, @Nullable Knob<Duration> floor, @Nullable Duration read) {
        Duration connect = floor == null ? Duration.ZERO : scope.get(floor);
        if (read == null) {
            return floor == null ? Duration.ZERO : connect.multipliedBy(2).plus(ROOM);
        }
        boolean isExact = floor == Timeouts.CONNECT || floor == Tls.HANDSHAKE;
        return isExact ? connect.plus(read) : connect.plus(read).plus(ROOM);
    }

    private static List<Knob<?>> knobs(@Nullable Knob<Duration> floor, @Nullable Duration read) {
        List<Knob<?>> knobs = new ArrayList<>(List.of(Timeouts.TOTAL));
        if (floor != null) {
            knobs.add(floor);
        }
        if (read != null) {
            knobs.add(Timeouts.READ);
        }
        return knobs;
    }

    /** The sum says nothing more where a default takes part and the order alone is broken. */
    private static boolean isOrderBroken(Scope scope, @Nullable Knob<Duration> floor, @Nullable Duration read) {
        if (floor == Timeouts.CONNECT && read != null) {
            return false;
        }
        Duration longest = read != null ? read : floor == null ? Duration.ZERO : scope.get(floor);
        return scope.get(Timeouts.TOTAL).compareTo(longest) <= 0;
    }

    private static Breach breach(
            Rule rule, Scope scope, Duration least, @Nullable Knob<Duration> floor, List<Knob<?>> knobs) {
        String connect = floor == Timeouts.CONNECT ? named(scope, Timeouts.CONNECT) : aboveFloor(scope, floor);
        String read = knobs.contains(Timeouts.READ) ? named(scope, Timeouts.READ) : "a longer timeouts.read";
        String demand = "must be at least " + DurationText.of(least) + " for " + connect + " and " + read;
        return Breach.of(rule, scope, demand, knobs.toArray(Knob<?>[]::new));
    }

    private static String aboveFloor(Scope scope, @Nullable Knob<Duration> floor) {
        return floor == null ? "a timeouts.connect" : "a timeouts.connect not below " + named(scope, floor);
    }

    private static String named(Scope scope, Knob<Duration> knob) {
        return scope.name(knob) + " (" + scope.text(knob) + ")";
    }
}
