package dev.weir.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes default lifetimes fit: {@code validateAfter < idle <= maxLifetime} and {@code dns.ttl <= maxLifetime}. */
final class EvictionDefaults {
    private final Scope scope;

    EvictionDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        Yielding<Duration> wanted = wantedIdle();
        Duration lifetime = resolution.settle(Knobs.MAX_LIFETIME, () -> maxLifetime(wanted));
        String cause = resolution.cause(Knobs.MAX_LIFETIME);
        Duration idle = resolution.settle(Knobs.IDLE, () -> wanted.atMost(lifetime, cause));
        String idleCause = resolution.cause(Knobs.IDLE);
        resolution.settle(
                Knobs.VALIDATE_AFTER, () -> Yielding.from(Knobs.VALIDATE_AFTER).atMost(idle.dividedBy(3), idleCause));
        resolution.settle(Knobs.INTERVAL, () -> Yielding.from(Knobs.INTERVAL).atMost(idle.dividedBy(4), idleCause));
        resolution.settle(Knobs.DNS_TTL, this::dnsTtl);
    }

    private Yielding<Duration> wantedIdle() {
        Yielding<Duration> idle = Yielding.from(Knobs.IDLE);
        Duration keepAlive = scope.find(Knobs.KEEP_ALIVE_MAX);
        if (keepAlive != null) {
            idle = idle.atLeast(keepAlive, scope.cause(Knobs.KEEP_ALIVE_MAX));
        }
        Duration validateAfter = scope.find(Knobs.VALIDATE_AFTER);
        return validateAfter == null || validateAfter.compareTo(idle.value()) < 0
                ? idle
                : idle.atLeast(validateAfter.multipliedBy(3), scope.cause(Knobs.VALIDATE_AFTER));
    }

    /** Grows for rules only: a long {@code keepAlive.max} does not keep connections beyond their default lifetime. */
    private Yielding<Duration> maxLifetime(Yielding<Duration> wantedIdle) {
        Yielding<Duration> lifetime = Yielding.from(Knobs.MAX_LIFETIME);
        lifetime = raised(lifetime, Knobs.IDLE, scope.find(Knobs.IDLE));
        lifetime = raised(lifetime, Knobs.DNS_TTL, scope.find(Knobs.DNS_TTL));
        Duration validateAfter = scope.has(Knobs.IDLE) ? null : scope.find(Knobs.VALIDATE_AFTER);
        if (validateAfter == null || validateAfter.compareTo(lifetime.value()) < 0) {
            return lifetime;
        }
        return raised(lifetime, Knobs.VALIDATE_AFTER, wantedIdle.value());
    }

    private Yielding<Duration> raised(Yielding<Duration> lifetime, Knob<Duration> knob, @Nullable Duration bound) {
        return bound == null ? lifetime : lifetime.atLeast(bound, scope.cause(knob));
    }

    /** The pool has one cache for all routes, so that its time yields to the shortest lifetime of any. */
    private Yielding<Duration> dnsTtl() {
        Yielding<Duration> ttl = Yielding.from(Knobs.DNS_TTL);
        for (Scope each : scope.draft().scopes()) {
            Duration lifetime = each.find(Knobs.MAX_LIFETIME);
            ttl = lifetime == null ? ttl : ttl.atMost(lifetime, each.cause(Knobs.MAX_LIFETIME));
        }
        return ttl;
    }
}
