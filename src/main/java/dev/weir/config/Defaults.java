package dev.weir.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Works out the value of every knob in one scope: explicit values as they are, defaults so that they fit. Takes any explicit
 * values, also those that break rules, because it also finds values that would pass. Not thread-safe.
 */
final class Defaults {

    private final Scope scope;
    private final Map<Knob<?>, Object> values = new HashMap<>();
    private final Map<Knob<?>, String> origins = new HashMap<>();

    Defaults(Scope scope) {
        this.scope = scope;
    }

    Resolved resolve() {
        for (Knob<?> knob : Knobs.ALL) {
            Object explicit = scope.values().get(knob);
            Object value = explicit == null ? knob.fallback : explicit;
            if (value != null) {
                values.put(knob, value);
            }
            if (explicit != null) {
                origins.put(knob, scope.place(knob).origin());
            }
        }
        limits();
        timeouts();
        keepAlive();
        eviction();
        settle(Retry.MAX_BACKOFF, atLeast(from(Retry.MAX_BACKOFF), Retry.BACKOFF));
        settle(Retry.BACKOFF, atMost(from(Retry.BACKOFF), Retry.MAX_BACKOFF));
        values.putIfAbsent(Knobs.PROTOCOL, scope.config().isAsync() ? Protocol.NEGOTIATE : Protocol.HTTP_1_1);
        return new Resolved(Map.copyOf(values), origins);
    }

    /** Settles a knob, unless it is explicit, and returns what holds, with what it is or made way for. */
    private <T extends Comparable<? super T>> Yielding<T> settle(Knob<T> knob, Yielding<T> fitting) {
        if (scope.has(knob)) {
            return new Yielding<>(scope.get(knob), "", cause(knob));
        }
        put(knob, fitting);
        return fitting;
    }

    private void put(Knob<?> knob, Yielding<?> fitting) {
        Cause cause = fitting.cause();
        values.put(knob, fitting.value());
        String to = cause == null ? "" : " to fit " + scope.config().shown(cause.name()) + " = " + cause.value();
        origins.put(knob, fitting.how() + to);
    }

    private static <T extends Comparable<? super T>> Yielding<T> from(Knob<T> knob) {
        return new Yielding<>(knob.requiredFallback(), "default", null);
    }

    /** An explicit or settled knob as a cause. */
    private Cause cause(Knob<?> knob) {
        return new Cause(scope.place(knob).name(knob), knob.textIn(values));
    }

    private static Cause cause(Knob<?> knob, Layer layer) {
        return new Cause(layer.name(knob), knob.textIn(layer.values()));
    }

    private <T extends Comparable<? super T>> Yielding<T> atLeast(Yielding<T> usual, Knob<T> knob) {
        T least = scope.find(knob);
        return least == null ? usual : usual.atLeast(least, cause(knob));
    }

    private <T extends Comparable<? super T>> Yielding<T> atMost(Yielding<T> usual, Knob<T> knob) {
        T most = scope.find(knob);
        return most == null ? usual : usual.atMost(most, cause(knob));
    }

    // A route's limit is within the total, the total as large as the largest route's.
    private void limits() {
        Yielding<Integer> usual = atMost(from(Knobs.MAX_PER_ROUTE), Knobs.MAX_TOTAL);
        int limit = settle(Knobs.MAX_PER_ROUTE, atLeast(atLeast(usual, Knobs.MAX_IDLE), Knobs.MIN_IDLE))
                .value();
        if (scope.hasIdleThatGivesWay()) {
            String how = scope.place(Knobs.MAX_IDLE).origin() + ", shrunk";
            put(Knobs.MAX_IDLE, new Yielding<>(limit, how, cause(Knobs.MAX_PER_ROUTE)));
        } else {
            settle(Knobs.MAX_IDLE, new Yielding<>(limit, "default, the limit of the route", null));
        }
        settle(Knobs.MAX_TOTAL, total());
    }

    // What the pool has once for all routes yields to all of them: the pool's own values and those of each rule.
    private Yielding<Integer> total() {
        Yielding<Integer> total = from(Knobs.MAX_TOTAL);
        for (Knob<Integer> knob : List.of(Knobs.MAX_PER_ROUTE, Knobs.MAX_IDLE, Knobs.MIN_IDLE)) {
            for (Layer layer : scope.config().layers()) {
                Integer least = layer.sound(knob);
                total = least == null ? total : total.atLeast(least, cause(knob, layer));
            }
        }
        int kept = scope.minIdleOfAll();
        return total.atLeast(kept, new Cause("the minIdle of all routes", Integer.toString(kept)));
    }

    // poolWait < connect < read < total and connect + read <= total. A default moves only as far as the order needs: to
    // four fifths of a smaller explicit value, or to five quarters of a larger one. Where that does not fit between two
    // explicit values, it goes between them.
    private void timeouts() {
        Yielding<Duration> connect = settle(Timeouts.CONNECT, connect());
        Yielding<Duration> wait = from(Timeouts.POOL_WAIT);
        boolean isBelow = scope.isAdopted(Timeouts.CONNECT) || wait.value().compareTo(connect.value()) < 0;
        settle(Timeouts.POOL_WAIT, isBelow ? wait : wait.atMost(fourFifths(connect.value()), connect.cause()));
        settle(Tls.HANDSHAKE, new Yielding<>(connect.value(), "default, the same as timeouts.connect", null));
        Yielding<Duration> read = settle(Timeouts.READ, read(connect));
        Yielding<Duration> total = above(from(Timeouts.TOTAL), read.value().isZero() ? connect : read);
        Yielding<Duration> decisive = read.cause() == null ? connect : read;
        settle(Timeouts.TOTAL, total.atLeast(connect.value().plus(read.value()), decisive.cause()));
    }

    private Yielding<Duration> connect() {
        Yielding<Duration> connect = from(Timeouts.CONNECT);
        Duration wait = scope.find(Timeouts.POOL_WAIT);
        if (wait != null) {
            connect = above(connect, new Yielding<>(wait, "", cause(Timeouts.POOL_WAIT)));
        }
        connect = atLeast(connect, Tls.HANDSHAKE);
        Duration read = scope.findOn(Timeouts.READ);
        if (read != null && !scope.isAdopted(Timeouts.READ)) {
            connect = within(connect, read.minus(Knob.SHORTEST), fourFifths(read), read, cause(Timeouts.READ));
        }
        Duration total = scope.findOn(Timeouts.TOTAL);
        if (total == null) {
            return connect;
        }
        Cause cause = cause(Timeouts.TOTAL);
        if (!scope.has(Timeouts.READ)) {
            // A read that is itself a default needs more than connect, which has two fifths of the total at most.
            Duration share = total.multipliedBy(2).dividedBy(5);
            return within(connect, share, share, total.dividedBy(2), cause);
        }
        Duration room = read == null ? total.minus(Knob.SHORTEST) : total.minus(read);
        return within(connect, room, read == null ? fourFifths(total) : room, read == null ? total : room, cause);
    }

    /** A value that fits as it is, or the wanted one, or one halfway between what connect must exceed and a bound. */
    private Yielding<Duration> within(
            Yielding<Duration> connect, Duration most, Duration wanted, Duration bound, Cause cause) {
        if (connect.value().compareTo(most) <= 0) {
            return connect;
        }
        Duration floor = Duration.ZERO;
        for (Knob<Duration> lower : List.of(Timeouts.POOL_WAIT, Tls.HANDSHAKE)) {
            Duration value = scope.find(lower);
            floor = value != null && value.compareTo(floor) > 0 ? value : floor;
        }
        if (wanted.compareTo(floor) > 0) {
            return connect.atMost(wanted, cause);
        }
        return floor.compareTo(bound) < 0 ? connect.atMost(floor.plus(bound).dividedBy(2), cause) : connect;
    }

    private Yielding<Duration> read(Yielding<Duration> connect) {
        Yielding<Duration> read = above(from(Timeouts.READ), connect);
        Duration total = scope.findOn(Timeouts.TOTAL);
        return total != null && total.minus(connect.value()).compareTo(connect.value()) > 0
                ? read.atMost(total.minus(connect.value()), cause(Timeouts.TOTAL))
                : read;
    }

    private static Yielding<Duration> above(Yielding<Duration> usual, Yielding<Duration> lower) {
        return usual.value().compareTo(lower.value()) > 0
                ? usual
                : usual.atLeast(lower.value().multipliedBy(5).dividedBy(4), lower.cause());
    }

    private static Duration fourFifths(Duration value) {
        return value.multipliedBy(4).dividedBy(5);
    }

    // max <= serverIdle - margin, with a margin that short-lived servers bear. A keep-alive that is too long for a
    // server of the usual kind says that this server is not of that kind.
    private void keepAlive() {
        Duration explicitMax = scope.findOn(KeepAlive.MAX);
        Duration explicitMargin = scope.find(KeepAlive.MARGIN);
        Yielding<Duration> usual = from(KeepAlive.SERVER_IDLE);
        Duration needed = (explicitMargin == null ? KeepAlive.MARGIN.requiredFallback() : explicitMargin)
                .plus(explicitMax == null ? Knob.SHORTEST : explicitMax);
        if (needed.compareTo(usual.value()) > 0) {
            usual = explicitMax == null ? usual : usual.atLeast(explicitMax.multipliedBy(2), cause(KeepAlive.MAX));
            usual = explicitMargin == null
                    ? usual
                    : usual.atLeast(explicitMargin.multipliedBy(4), cause(KeepAlive.MARGIN));
        }
        Duration serverIdle = settle(KeepAlive.SERVER_IDLE, usual).value();
        Cause cause = cause(KeepAlive.SERVER_IDLE);
        Yielding<Duration> margin = from(KeepAlive.MARGIN).atMost(serverIdle.dividedBy(4), cause);
        Yielding<Duration> max = from(KeepAlive.MAX).atMost(serverIdle.dividedBy(2), cause);
        settle(
                KeepAlive.MARGIN,
                explicitMax == null ? margin : margin.atMost(serverIdle.minus(explicitMax), cause(KeepAlive.MAX)));
        settle(
                KeepAlive.MAX,
                explicitMargin == null ? max : max.atMost(serverIdle.minus(explicitMargin), cause(KeepAlive.MARGIN)));
    }

    // validateAfter < idle <= maxLifetime, dns.ttl <= maxLifetime. The lifetime grows for rules only: a long
    // keepAlive.max does not keep connections beyond their default lifetime.
    private void eviction() {
        Yielding<Duration> idle = atLeast(from(Eviction.IDLE), KeepAlive.MAX);
        Yielding<Duration> lifetime = atLeast(atLeast(from(Eviction.MAX_LIFETIME), Eviction.IDLE), Dns.TTL);
        Duration check = scope.find(Eviction.VALIDATE_AFTER);
        if (check != null && check.compareTo(idle.value()) >= 0) {
            idle = idle.atLeast(check.multipliedBy(3), cause(Eviction.VALIDATE_AFTER));
        }
        if (check != null && !scope.has(Eviction.IDLE) && check.compareTo(lifetime.value()) >= 0) {
            lifetime = lifetime.atLeast(idle.value(), cause(Eviction.VALIDATE_AFTER));
        }
        Duration most = settle(Eviction.MAX_LIFETIME, lifetime).value();
        Duration held = settle(Eviction.IDLE, idle.atMost(most, cause(Eviction.MAX_LIFETIME)))
                .value();
        Cause cause = cause(Eviction.IDLE);
        settle(Eviction.VALIDATE_AFTER, from(Eviction.VALIDATE_AFTER).atMost(held.dividedBy(3), cause));
        settle(Eviction.INTERVAL, from(Eviction.INTERVAL).atMost(held.dividedBy(4), cause));
        // The pool has one cache for all routes, so that its time yields to the shortest lifetime of any.
        Yielding<Duration> ttl = from(Dns.TTL);
        for (Layer layer : scope.config().layers()) {
            Duration shortest = layer.sound(Eviction.MAX_LIFETIME);
            ttl = shortest == null ? ttl : ttl.atMost(shortest, cause(Eviction.MAX_LIFETIME, layer));
        }
        settle(Dns.TTL, ttl);
    }

    /** A setting and its value, for which another one is what it is. */
    private record Cause(String name, String value) {}

    /** A default that makes way for explicit values, and remembers how, and for which; immutable. */
    private record Yielding<T extends Comparable<? super T>>(
            T value, String how, @Nullable Cause cause) {
        Yielding<T> atMost(T bound, @Nullable Cause cause) {
            return value.compareTo(bound) > 0 ? new Yielding<>(bound, "default, shrunk", cause) : this;
        }

        Yielding<T> atLeast(T bound, @Nullable Cause cause) {
            return value.compareTo(bound) < 0 ? new Yielding<>(bound, "default, raised", cause) : this;
        }
    }

    /** The value of every knob, and where those that are no plain defaults came from; immutable. */
    record Resolved(Map<Knob<?>, Object> values, Map<Knob<?>, String> origins) {
        <T> T get(Knob<T> knob) {
            return knob.get(values);
        }
    }
}
