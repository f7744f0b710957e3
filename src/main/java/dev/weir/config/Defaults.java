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
            takeExplicitOrFallback(knob);
        }
        limits();
        timeouts();
        keepAlive();
        eviction();
        retry();
        if (!scope.has(Knobs.PROTOCOL)) {
            put(Knobs.PROTOCOL, scope.draft().isAsync() ? Protocol.NEGOTIATE : Protocol.HTTP_1_1, "default");
        }
        return new Resolved(values, origins);
    }

    private <T> void takeExplicitOrFallback(Knob<T> knob) {
        T explicit = scope.find(knob);
        if (explicit != null) {
            put(knob, explicit, scope.place(knob).origin());
        } else if (knob.fallback() != null) {
            values.put(knob, knob.requiredFallback());
        }
    }

    /** Settles a knob, unless it is explicit, and returns what holds. */
    private <T extends Comparable<? super T>> T settle(Knob<T> knob, Yielding<T> fitting) {
        if (!scope.has(knob)) {
            put(knob, fitting.value(), fitting.origin());
        }
        return knob.get(values);
    }

    private <T> void put(Knob<T> knob, T value, String origin) {
        values.put(knob, value);
        origins.put(knob, origin);
    }

    /** A settled knob as a cause in a text. */
    private String cause(Knob<?> knob) {
        return scope.name(knob) + " = " + knob.textIn(values);
    }

    private <T extends Comparable<? super T>> Yielding<T> atLeast(Yielding<T> usual, Knob<T> knob) {
        T least = scope.find(knob);
        return least == null ? usual : usual.atLeast(least, scope.cause(knob));
    }

    private <T extends Comparable<? super T>> Yielding<T> atMost(Yielding<T> usual, Knob<T> knob) {
        T most = scope.find(knob);
        return most == null ? usual : usual.atMost(most, scope.cause(knob));
    }

    // A route's limit is within the total, the total as large as the largest route's.
    private void limits() {
        Yielding<Integer> usual = atMost(Yielding.from(Knobs.MAX_PER_ROUTE), Knobs.MAX_TOTAL);
        int limit = settle(Knobs.MAX_PER_ROUTE, atLeast(atLeast(usual, Knobs.MAX_IDLE), Knobs.MIN_IDLE));
        Integer idle = scope.find(Knobs.MAX_IDLE);
        if (idle == null) {
            put(Knobs.MAX_IDLE, limit, "default, the limit of the route");
        } else if (idle > limit && scope.isMoreGeneral(Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE)) {
            // An idle limit for more routes gives way to a smaller limit of a single route.
            String origin = scope.place(Knobs.MAX_IDLE).origin();
            put(Knobs.MAX_IDLE, limit, origin + ", shrunk to fit " + scope.cause(Knobs.MAX_PER_ROUTE));
        }
        settle(Knobs.MAX_TOTAL, total());
    }

    // What the pool has once for all routes yields to all of them: the pool's own values and those of each rule.
    private Yielding<Integer> total() {
        Yielding<Integer> total = Yielding.from(Knobs.MAX_TOTAL);
        for (Knob<Integer> knob : List.of(Knobs.MAX_PER_ROUTE, Knobs.MAX_IDLE, Knobs.MIN_IDLE)) {
            for (Layer layer : scope.draft().layers()) {
                Integer least = find(knob, layer);
                total = least == null ? total : total.atLeast(least, cause(knob, layer));
            }
        }
        int kept = scope.draft().minIdleOfAll();
        return total.atLeast(kept, "the minIdle of all routes = " + kept);
    }

    // The scope may be without a knob that the draft has.
    private <T> @Nullable T find(Knob<T> knob, Layer layer) {
        boolean isRemoved = !scope.has(knob) && scope.place(knob).equals(layer);
        return isRemoved ? null : layer.find(knob);
    }

    private static String cause(Knob<?> knob, Layer layer) {
        return layer.name(knob) + " = " + knob.textIn(layer.values());
    }

    // poolWait < connect < read < total and connect + read <= total. A default moves only as far as the order needs: to
    // four
    // fifths of a smaller explicit value, or to five quarters of a larger one. Where that does not fit between two
    // explicit
    // values, it goes between them.
    private void timeouts() {
        Yielding<Duration> connect = settled(Timeouts.CONNECT, connect());
        settled(Timeouts.POOL_WAIT, poolWait(connect));
        settled(Tls.HANDSHAKE, new Yielding<>(connect.value(), "default, the same as timeouts.connect"));
        Yielding<Duration> read = settled(Timeouts.READ, read(connect));
        settled(Timeouts.TOTAL, total(connect, read));
    }

    /** Returns what holds, with the explicit value that it is, or that it made way for. */
    private Yielding<Duration> settled(Knob<Duration> knob, Yielding<Duration> fitting) {
        Duration value = settle(knob, fitting);
        return scope.has(knob) ? new Yielding<>(value, "to fit " + scope.cause(knob)) : fitting;
    }

    private Yielding<Duration> poolWait(Yielding<Duration> connect) {
        Yielding<Duration> wait = Yielding.from(Timeouts.POOL_WAIT);
        return scope.isAdopted(Timeouts.CONNECT) || wait.value().compareTo(connect.value()) < 0
                ? wait
                : wait.atMost(below(connect.value()), connect.cause());
    }

    private Yielding<Duration> connect() {
        Yielding<Duration> connect = Yielding.from(Timeouts.CONNECT);
        Duration wait = scope.find(Timeouts.POOL_WAIT);
        if (wait != null && connect.value().compareTo(wait) <= 0) {
            connect = connect.atLeast(above(wait), scope.cause(Timeouts.POOL_WAIT));
        }
        Duration handshake = scope.find(Tls.HANDSHAKE);
        if (handshake != null) {
            connect = connect.atLeast(handshake, scope.cause(Tls.HANDSHAKE));
        }
        Duration read = scope.findOwn(Timeouts.READ);
        if (read != null && connect.value().compareTo(read) >= 0) {
            connect = within(connect, below(read), read, scope.cause(Timeouts.READ));
        }
        Duration total = scope.findOn(Timeouts.TOTAL);
        return total == null ? connect : within(connect, total);
    }

    /** A read that is itself a default needs more than connect, so that connect has two fifths of the total at most. */
    private Yielding<Duration> within(Yielding<Duration> connect, Duration total) {
        String cause = scope.cause(Timeouts.TOTAL);
        if (!scope.has(Timeouts.READ)) {
            Duration share = total.multipliedBy(2).dividedBy(5);
            return connect.value().compareTo(share) <= 0 ? connect : within(connect, share, total.dividedBy(2), cause);
        }
        Duration room = total.minus(scope.get(Timeouts.READ));
        if (room.compareTo(floor()) > 0 && room.compareTo(total) < 0) {
            return connect.atMost(room, cause);
        }
        return connect.value().compareTo(total) < 0 ? connect : within(connect, below(total), total, cause);
    }

    /** The wanted value, or one halfway between what connect must exceed and what it must not reach. */
    private Yielding<Duration> within(Yielding<Duration> connect, Duration wanted, Duration bound, String cause) {
        Duration floor = floor();
        if (wanted.compareTo(floor) > 0) {
            return connect.atMost(wanted, cause);
        }
        return floor.compareTo(bound) < 0 ? connect.atMost(floor.plus(bound).dividedBy(2), cause) : connect;
    }

    private Duration floor() {
        Duration floor = Duration.ZERO;
        for (Knob<Duration> lower : List.of(Timeouts.POOL_WAIT, Tls.HANDSHAKE)) {
            Duration value = scope.find(lower);
            floor = value != null && value.compareTo(floor) > 0 ? value : floor;
        }
        return floor;
    }

    private Yielding<Duration> read(Yielding<Duration> connect) {
        Yielding<Duration> read = Yielding.from(Timeouts.READ);
        if (read.value().compareTo(connect.value()) <= 0) {
            read = read.atLeast(above(connect.value()), connect.cause());
        }
        @Nullable Duration total = scope.findOn(Timeouts.TOTAL);
        return total != null && total.minus(connect.value()).compareTo(connect.value()) > 0
                ? read.atMost(total.minus(connect.value()), scope.cause(Timeouts.TOTAL))
                : read;
    }

    private Yielding<Duration> total(Yielding<Duration> connect, Yielding<Duration> read) {
        Yielding<Duration> largest = read.value().isZero() ? connect : read;
        Yielding<Duration> total = Yielding.from(Timeouts.TOTAL);
        if (total.value().compareTo(largest.value()) <= 0) {
            total = total.atLeast(above(largest.value()), largest.cause());
        }
        Yielding<Duration> decisive = read.cause().isEmpty() ? connect : read;
        return total.atLeast(connect.value().plus(read.value()), decisive.cause());
    }

    private static Duration below(Duration value) {
        return value.multipliedBy(4).dividedBy(5);
    }

    private static Duration above(Duration value) {
        return value.multipliedBy(5).dividedBy(4);
    }

    // max <= serverIdle - margin, with a margin that short-lived servers bear.
    private void keepAlive() {
        Duration explicitMax = scope.findOn(KeepAlive.MAX);
        Duration explicitMargin = scope.find(KeepAlive.MARGIN);
        Duration serverIdle = settle(KeepAlive.SERVER_IDLE, serverIdle(explicitMax, explicitMargin));
        String cause = cause(KeepAlive.SERVER_IDLE);
        Yielding<Duration> margin = Yielding.from(KeepAlive.MARGIN).atMost(serverIdle.dividedBy(4), cause);
        if (explicitMax != null) {
            margin = margin.atMost(serverIdle.minus(explicitMax), scope.cause(KeepAlive.MAX));
        }
        settle(KeepAlive.MARGIN, margin);
        Yielding<Duration> max = Yielding.from(KeepAlive.MAX).atMost(serverIdle.dividedBy(2), cause);
        if (explicitMargin != null) {
            max = max.atMost(serverIdle.minus(explicitMargin), scope.cause(KeepAlive.MARGIN));
        }
        settle(KeepAlive.MAX, max);
    }

    /** A keep-alive that is too long for a server of the usual kind says that this server is not of that kind. */
    private Yielding<Duration> serverIdle(@Nullable Duration explicitMax, @Nullable Duration explicitMargin) {
        Yielding<Duration> usual = Yielding.from(KeepAlive.SERVER_IDLE);
        Duration max = explicitMax == null ? Duration.ZERO : explicitMax;
        Duration margin = explicitMargin == null ? KeepAlive.MARGIN.requiredFallback() : explicitMargin;
        if (max.plus(margin).compareTo(usual.value()) <= 0 && margin.compareTo(usual.value()) < 0) {
            return usual;
        }
        Yielding<Duration> raised =
                explicitMax == null ? usual : usual.atLeast(max.multipliedBy(2), scope.cause(KeepAlive.MAX));
        return explicitMargin == null ? raised : raised.atLeast(margin.multipliedBy(4), scope.cause(KeepAlive.MARGIN));
    }

    // validateAfter < idle <= maxLifetime, dns.ttl <= maxLifetime.
    private void eviction() {
        Yielding<Duration> wanted = wantedIdle();
        Duration lifetime = settle(Eviction.MAX_LIFETIME, maxLifetime(wanted));
        String cause = cause(Eviction.MAX_LIFETIME);
        Duration idle = settle(Eviction.IDLE, wanted.atMost(lifetime, cause));
        String idleCause = cause(Eviction.IDLE);
        settle(Eviction.VALIDATE_AFTER, Yielding.from(Eviction.VALIDATE_AFTER).atMost(idle.dividedBy(3), idleCause));
        settle(Eviction.INTERVAL, Yielding.from(Eviction.INTERVAL).atMost(idle.dividedBy(4), idleCause));
        settle(Dns.TTL, dnsTtl());
    }

    private Yielding<Duration> wantedIdle() {
        Yielding<Duration> idle = atLeast(Yielding.from(Eviction.IDLE), KeepAlive.MAX);
        Duration validateAfter = scope.find(Eviction.VALIDATE_AFTER);
        return validateAfter == null || validateAfter.compareTo(idle.value()) < 0
                ? idle
                : idle.atLeast(validateAfter.multipliedBy(3), scope.cause(Eviction.VALIDATE_AFTER));
    }

    /** Grows for rules only: a long {@code keepAlive.max} does not keep connections beyond their default lifetime. */
    private Yielding<Duration> maxLifetime(Yielding<Duration> wantedIdle) {
        Yielding<Duration> lifetime = atLeast(atLeast(Yielding.from(Eviction.MAX_LIFETIME), Eviction.IDLE), Dns.TTL);
        Duration validateAfter = scope.has(Eviction.IDLE) ? null : scope.find(Eviction.VALIDATE_AFTER);
        return validateAfter == null || validateAfter.compareTo(lifetime.value()) < 0
                ? lifetime
                : lifetime.atLeast(wantedIdle.value(), scope.cause(Eviction.VALIDATE_AFTER));
    }

    /** The pool has one cache for all routes, so that its time yields to the shortest lifetime of any. */
    private Yielding<Duration> dnsTtl() {
        Yielding<Duration> ttl = Yielding.from(Dns.TTL);
        for (Layer layer : scope.draft().layers()) {
            Duration lifetime = find(Eviction.MAX_LIFETIME, layer);
            ttl = lifetime == null ? ttl : ttl.atMost(lifetime, cause(Eviction.MAX_LIFETIME, layer));
        }
        return ttl;
    }

    // backoff <= maxBackoff.
    private void retry() {
        settle(Retry.MAX_BACKOFF, atLeast(Yielding.from(Retry.MAX_BACKOFF), Retry.BACKOFF));
        settle(Retry.BACKOFF, atMost(Yielding.from(Retry.BACKOFF), Retry.MAX_BACKOFF));
    }

    /** A default that makes way for explicit values, and remembers for which; immutable. */
    private record Yielding<T extends Comparable<? super T>>(T value, String origin) {
        private static final String FIT = "to fit ";

        static <T extends Comparable<? super T>> Yielding<T> from(Knob<T> knob) {
            return new Yielding<>(knob.requiredFallback(), "default");
        }

        /** The explicit value that it made way for; empty if it is the default. */
        String cause() {
            int cause = origin.indexOf(FIT);
            return cause < 0 ? "" : origin.substring(cause + FIT.length());
        }

        Yielding<T> atMost(T bound, String cause) {
            return value.compareTo(bound) > 0 ? new Yielding<>(bound, "default, shrunk " + FIT + cause) : this;
        }

        Yielding<T> atLeast(T bound, String cause) {
            return value.compareTo(bound) < 0 ? new Yielding<>(bound, "default, raised " + FIT + cause) : this;
        }
    }

    /** The value of every knob and where it came from; immutable. */
    record Resolved(Map<Knob<?>, Object> values, Map<Knob<?>, String> origins) {
        Resolved {
            values = Map.copyOf(values);
            origins = Map.copyOf(origins);
        }

        <T> T get(Knob<T> knob) {
            return knob.get(values);
        }
    }
}
