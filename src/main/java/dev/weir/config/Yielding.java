package dev.weir.config;

/** A default that makes way for explicit values, and remembers for which; immutable. */
record Yielding<T extends Comparable<? super T>>(T value, String origin) {
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
