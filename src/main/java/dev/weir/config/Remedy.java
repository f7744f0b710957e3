package dev.weir.config;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** One change that may heal a breach: how it is written, and the draft with it. */
record Remedy(String text, Draft draft) {

    static <T> Remedy of(Scope scope, Knob<T> knob, T value) {
        return new Remedy(scope.name(knob) + "(" + knob.text(value) + ")", scope.with(knob, value));
    }

    /**
     * The values that the knob would have if it had been left alone: where it was set, everywhere, and as if nothing
     * but its partners in the breach had been set; none if it has no default.
     */
    static <T> Stream<Remedy> byDefault(Scope scope, Draft sound, Knob<T> knob, List<Knob<?>> breach) {
        Scope healthy = sound.scope(scope.index());
        Draft nowhere = healthy.mapped(values -> values.without(knob));
        Draft partners = nowhere.scope(scope.index()).mapped(values -> values.only(breach));
        return Stream.of(healthy.without(knob), nowhere, partners)
                .map(draft ->
                        Resolver.resolve(draft.scope(scope.index())).values().find(knob))
                .filter(Objects::nonNull)
                .map(value -> of(scope, knob, value));
    }
}
