package dev.weir.config;

/** Switches hedging on where only its quantile is set. */
final class HedgeDefaults {
    private final Scope scope;

    HedgeDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        resolution.settle(Hedge.MAX, this::max);
    }

    private Yielding<Double> max() {
        Yielding<Double> usual = Yielding.from(Hedge.MAX);
        Double after = scope.find(Hedge.AFTER);
        return after == null ? usual : usual.atLeast(Hedge.DEFAULT_MAX_WHERE_ON, scope.cause(Hedge.AFTER));
    }
}
