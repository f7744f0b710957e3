package dev.weir.config;

/** A default that makes way for explicit values, and remembers for which; immutable. */
record Yielding<T extends Comparable<? super T>>(T value, String origin) {

    static <T extends Comparable<? super T>> Yielding<T> from(Knob<T> knob) {
        return new Yielding<>(knob.requiredFallback(), "default");
    }

    Yielding<T> atMost(T bound, String cause) {
        return value.compareTo(bound) > 0 ? new Yielding<>(bound, "default, shrunk to fit " + cause) : this;
    }

    Yielding<T> atLeast(T bound, String cause) {
        return value.compareTo(bound) < 0 ? new Yielding<>(bound, "default, raised to fit " + cause) : this;
    }
}
