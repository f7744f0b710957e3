package dev.weir.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes default times fit: {@code validateAfter < idle <= maxLifetime}, {@code dns.ttl <= maxLifetime}. */
final class EvictionDefaults {
    private final Scope scope;

    EvictionDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        Yielding<Duration> wanted = wantedIdle();
        Duration lifetime = resolution.settle(Eviction.MAX_LIFETIME, () -> maxLifetime(wanted));
        String cause = resolution.cause(Eviction.MAX_LIFETIME);
        Duration idle = resolution.settle(Eviction.IDLE, () -> wanted.atMost(lifetime, cause));
        String idleCause = resolution.cause(Eviction.IDLE);
        resolution.settle(
                Eviction.VALIDATE_AFTER,
                () -> Yielding.from(Eviction.VALIDATE_AFTER).atMost(idle.dividedBy(3), idleCause));
        resolution.settle(
                Eviction.INTERVAL, () -> Yielding.from(Eviction.INTERVAL).atMost(idle.dividedBy(4), idleCause));
        resolution.settle(Dns.TTL, this::dnsTtl);
    }

    private Yielding<Duration> wantedIdle() {
        Yielding<Duration> idle = Yielding.from(Eviction.IDLE);
        Duration keepAlive = scope.find(KeepAlive.MAX);
        if (keepAlive != null) {
            idle = idle.atLeast(keepAlive, scope.cause(KeepAlive.MAX));
        }
        Duration validateAfter = scope.find(Eviction.VALIDATE_AFTER);
        return validateAfter == null || validateAfter.compareTo(idle.value()) < 0
                ? idle
                : idle.atLeast(validateAfter.multipliedBy(3), scope.cause(Eviction.VALIDATE_AFTER));
    }

    /** Grows for rules only: a long {@code keepAlive.max} does not keep connections beyond their default lifetime. */
    private Yielding<Duration> maxLifetime(Yielding<Duration> wantedIdle) {
        Yielding<Duration> lifetime = Yielding.from(Eviction.MAX_LIFETIME);
        lifetime = raised(lifetime, Eviction.IDLE, scope.find(Eviction.IDLE));
        lifetime = raised(lifetime, Dns.TTL, scope.find(Dns.TTL));
        Duration validateAfter = scope.has(Eviction.IDLE) ? null : scope.find(Eviction.VALIDATE_AFTER);
        if (validateAfter == null || validateAfter.compareTo(lifetime.value()) < 0) {
            return lifetime;
        }
        return raised(lifetime, Eviction.VALIDATE_AFTER, wantedIdle.value());
    }

    private Yielding<Duration> raised(Yielding<Duration> time, Knob<Duration> knob, @Nullable Duration bound) {
        return bound == null ? time : time.atLeast(bound, scope.cause(knob));
    }

    /** The pool has one cache for all routes, so that its time yields to the shortest lifetime of any. */
    private Yielding<Duration> dnsTtl() {
        Yielding<Duration> ttl = Yielding.from(Dns.TTL);
        for (Scope each : scope.draft().scopes()) {
            Duration lifetime = each.find(Eviction.MAX_LIFETIME);
            ttl = lifetime == null ? ttl : ttl.atMost(lifetime, each.cause(Eviction.MAX_LIFETIME));
        }
        return ttl;
    }
}
