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
        new TimeoutDefaults(scope).fill(this);
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
            put(knob, explicit, scope.origin(knob));
        } else if (knob.fallback() != null) {
            values.put(knob, knob.requiredFallback());
        }
    }

    /** Settles a knob, unless it is explicit, and returns what holds. */
    <T extends Comparable<? super T>> T settle(Knob<T> knob, Yielding<T> fitting) {
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
            String origin = scope.origin(Knobs.MAX_IDLE);
            put(Knobs.MAX_IDLE, limit, origin + ", shrunk to fit " + scope.cause(Knobs.MAX_PER_ROUTE));
        }
        settle(Knobs.MAX_TOTAL, total());
    }

    // What the pool has once for all routes yields to all of them: the pool's own values and those of each rule.
    private Yielding<Integer> total() {
        int rules = scope.draft().routes().size();
        Yielding<Integer> total = Yielding.from(Knobs.MAX_TOTAL);
        for (Knob<Integer> knob : List.of(Knobs.MAX_PER_ROUTE, Knobs.MAX_IDLE, Knobs.MIN_IDLE)) {
            for (int place = Scope.POOL; place < rules; place++) {
                Integer least = find(knob, place);
                total = least == null ? total : total.atLeast(least, cause(knob, place));
            }
        }
        int kept = scope.draft().minIdleOfAll();
        return total.atLeast(kept, "the minIdle of all routes = " + kept);
    }

    private <T> @Nullable T find(Knob<T> knob, int place) {
        return scope.draft().isFlaw(place, knob) || isRemoved(knob, place)
                ? null
                : knob.find(scope.draft().valuesAt(place));
    }

    // The scope may be without a knob that the draft has.
    private boolean isRemoved(Knob<?> knob, int place) {
        return !scope.has(knob) && scope.place(knob) == place;
    }

    private String cause(Knob<?> knob, int place) {
        return scope.draft().name(knob, place)
                + " = "
                + knob.textIn(scope.draft().valuesAt(place));
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
        for (int place = Scope.POOL; place < scope.draft().routes().size(); place++) {
            Duration lifetime = find(Eviction.MAX_LIFETIME, place);
            ttl = lifetime == null ? ttl : ttl.atMost(lifetime, cause(Eviction.MAX_LIFETIME, place));
        }
        return ttl;
    }

    // backoff <= maxBackoff.
    private void retry() {
        settle(Retry.MAX_BACKOFF, atLeast(Yielding.from(Retry.MAX_BACKOFF), Retry.BACKOFF));
        settle(Retry.BACKOFF, atMost(Yielding.from(Retry.BACKOFF), Retry.MAX_BACKOFF));
    }
}
