package dev.weir.micrometer;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** A meter for each kind of something, made when it is first needed. Thread-safe. */
final class ByKind<E extends Enum<E>, M> {

    private final ConcurrentMap<E, M> meters = new ConcurrentHashMap<>();
    private final Function<E, M> make;

    ByKind(Function<E, M> make) {
        this.make = make;
    }

    M of(E kind) {
        M present = meters.get(kind);
        return present != null ? present : meters.computeIfAbsent(kind, make);
    }
}
