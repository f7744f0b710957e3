package dev.weir.config;

/** Works out the value of every knob in one scope: explicit values as they are, defaults so that they fit. */
final class Resolver {
    private Resolver() {}

    /** Takes any explicit values, also those that break rules, because it also finds the values that would pass. */
    static Resolved resolve(Scope scope) {
        Resolution resolution = new Resolution(scope);
        Knobs.ALL.forEach(resolution::takeExplicitOrFallback);
        new LimitDefaults(scope).fill(resolution);
        new TimeoutDefaults(scope).fill(resolution);
        new KeepAliveDefaults(scope).fill(resolution);
        new EvictionDefaults(scope).fill(resolution);
        new RetryDefaults(scope).fill(resolution);
        resolution.fill(PoolKnobs.PROTOCOL, scope.draft().transport().usual(), "default");
        return resolution.resolved();
    }
}
