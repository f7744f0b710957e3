package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How times relate. Of the timeouts, {@code poolWait < connect < read < total} and {@code connect + read <= total}: each
 * explicit one is compared with the next larger one that is explicit. Where a default lies between the two, there must be
 * room for it.
 */
final class TimeRules {
    /** What is left for a default that lies between two explicit values. */
    private static final Duration ROOM = Duration.ofMillis(1);

    private static final Duration ANY = Duration.ofNanos(1);
    private static final List<Knob<Duration>> IN_ORDER =
            List.of(Timeouts.POOL_WAIT, Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL);

    private TimeRules() {}

    static void check(Judge judge) {
        Scope scope = judge.scope();
        if (!scope.isTrue(Timeouts.UNORDERED)) {
            order(judge);
            sum(judge);
        }
        within(judge, Rule.HANDSHAKE_WITHIN_CONNECT, Tls.HANDSHAKE, Timeouts.CONNECT);
        if (!scope.has(Timeouts.CONNECT) && !scope.isTrue(Timeouts.UNORDERED)) {
            // A default connect goes between the handshake and read, where there must be a between.
            below(judge, Rule.HANDSHAKE_BELOW_READ, Tls.HANDSHAKE, Timeouts.READ);
            if (scope.findOn(Timeouts.READ) == null) {
                below(judge, Rule.HANDSHAKE_BELOW_TOTAL, Tls.HANDSHAKE, Timeouts.TOTAL);
            }
        }
        below(judge, Rule.MARGIN_BELOW_SERVER_IDLE, KeepAlive.MARGIN, KeepAlive.SERVER_IDLE);
        if (scope.has(KeepAlive.MARGIN)) {
            keepAlive(judge);
        } else {
            below(judge, Rule.KEEP_ALIVE_BELOW_SERVER_IDLE, KeepAlive.MAX, KeepAlive.SERVER_IDLE);
        }
        below(judge, Rule.VALIDATE_AFTER_BELOW_IDLE, Eviction.VALIDATE_AFTER, Eviction.IDLE);
        if (!scope.has(Eviction.IDLE)) {
            below(judge, Rule.VALIDATE_AFTER_BELOW_MAX_LIFETIME, Eviction.VALIDATE_AFTER, Eviction.MAX_LIFETIME);
        }
        within(judge, Rule.IDLE_WITHIN_MAX_LIFETIME, Eviction.IDLE, Eviction.MAX_LIFETIME);
        within(judge, Rule.DNS_TTL_WITHIN_MAX_LIFETIME, Dns.TTL, Eviction.MAX_LIFETIME);
        within(judge, Rule.BACKOFF_WITHIN_MAX_BACKOFF, Retry.BACKOFF, Retry.MAX_BACKOFF);
    }

    private static void below(Judge judge, Rule rule, Knob<Duration> lower, Knob<Duration> upper) {
        judge.below(rule, "must be shorter than", lower, upper, ANY);
    }

    private static void within(Judge judge, Rule rule, Knob<Duration> lower, Knob<Duration> upper) {
        judge.below(rule, "must not be longer than", lower, upper, Duration.ZERO);
    }

    private static void order(Judge judge) {
        Scope scope = judge.scope();
        Knob<Duration> lower = null;
        for (Knob<Duration> upper : IN_ORDER) {
            if (scope.findOn(upper) == null) {
                continue;
            }
            if (lower != null && !(scope.isAdopted(lower) && scope.isAdopted(upper))) {
                // Connect has no value of its own between these two.
                boolean needsRoom = lower == Timeouts.POOL_WAIT && upper != Timeouts.CONNECT;
                String demand = needsRoom
                        ? "must be at least " + DurationText.of(ROOM) + " shorter than"
                        : "must be shorter than";
                judge.below(rule(lower, upper), demand, lower, upper, needsRoom ? ROOM : ANY);
            }
            lower = upper;
        }
    }

    private static Rule rule(Knob<Duration> lower, Knob<Duration> upper) {
        if (lower == Timeouts.READ) {
            return Rule.READ_BELOW_TOTAL;
        }
        if (lower == Timeouts.CONNECT) {
            return upper == Timeouts.READ ? Rule.CONNECT_BELOW_READ : Rule.CONNECT_BELOW_TOTAL;
        }
        return upper == Timeouts.CONNECT
                ? Rule.POOL_WAIT_BELOW_CONNECT
                : upper == Timeouts.READ ? Rule.POOL_WAIT_BELOW_READ : Rule.POOL_WAIT_BELOW_TOTAL;
    }

    private static void sum(Judge judge) {
        Scope scope = judge.scope();
        Duration read = scope.findOn(Timeouts.READ);
        boolean isReadOff = scope.has(Timeouts.READ) && read == null;
        if (isReadOff || isCovered(scope)) {
            return;
        }
        Knob<Duration> floor = floor(scope);
        List<Knob<Duration>> knobs = new ArrayList<>(List.of(Timeouts.TOTAL));
        if (floor != null) {
            knobs.add(floor);
        }
        if (read != null) {
            knobs.add(Timeouts.READ);
        }
        Knob<?>[] all = knobs.toArray(new Knob<?>[0]);
        if (!scope.concerns(all) || isOrderBroken(scope, floor, read)) {
            return;
        }
        String connect = floor == null
                ? "a timeouts.connect"
                : (floor == Timeouts.CONNECT ? "" : "a timeouts.connect not below ") + scope.named(floor);
        String demand = "must be at least " + DurationText.of(least(scope)) + " for " + connect + " and "
                + (read == null ? "a longer timeouts.read" : scope.named(Timeouts.READ));
        String passing = judge.fitting(knobs, TimeRules::isCovered);
        judge.breach(Rule.TOTAL_COVERS_CONNECT_AND_READ, demand, passing, all);
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

    private static void keepAlive(Judge judge) {
        Scope scope = judge.scope();
        if (isFirstToClose(scope) || !scope.concerns(KeepAlive.MAX, KeepAlive.SERVER_IDLE, KeepAlive.MARGIN)) {
            return;
        }
        List<Knob<Duration>> knobs = List.of(KeepAlive.MAX, KeepAlive.SERVER_IDLE, KeepAlive.MARGIN);
        Duration most = scope.get(KeepAlive.SERVER_IDLE).minus(scope.get(KeepAlive.MARGIN));
        judge.breach(
                Rule.KEEP_ALIVE_BELOW_SERVER_IDLE,
                "must be at most " + DurationText.of(most) + ", which is " + scope.named(KeepAlive.SERVER_IDLE)
                        + " less " + scope.named(KeepAlive.MARGIN),
                judge.fitting(knobs, TimeRules::isFirstToClose),
                KeepAlive.MAX,
                KeepAlive.SERVER_IDLE,
                KeepAlive.MARGIN);
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
