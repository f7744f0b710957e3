package dev.weir.config;

import java.util.Optional;

/** One change that may heal a breach: how it is written, and the draft with it. */
record Remedy(String text, Draft draft) {

    static <T> Remedy of(Scope scope, Knob<T> knob, T value) {
        return new Remedy(scope.name(knob) + "(" + knob.text(value) + ")", scope.with(knob, value));
    }

    /** The value that the knob would have if it had been left alone; empty if it would have none. */
    static <T> Optional<Remedy> byDefault(Scope scope, Draft sound, Knob<T> knob) {
        Draft yielding = new Scope(sound, scope.index()).without(knob);
        T value = Resolution.of(new Scope(yielding, scope.index())).values().find(knob);
        return Optional.ofNullable(value).map(passing -> of(scope, knob, passing));
    }
}
