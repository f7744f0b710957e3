package dev.weir.config;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Every knob there is. Each is declared in the class of its group, next to its default, its getter and its setter. */
final class Knobs {
    /** In the order in which they are shown. */
    static final List<Knob<?>> ALL = Stream.of(
                    PoolKnobs.LIMITS,
                    Timeouts.KNOBS,
                    KeepAlive.KNOBS,
                    Eviction.KNOBS,
                    Dns.KNOBS,
                    Dialing.KNOBS,
                    Http1.KNOBS,
                    Http2.KNOBS,
                    ReactorOptions.KNOBS,
                    PoolKnobs.OTHERS,
                    Retry.KNOBS,
                    Tls.KNOBS,
                    SocketOptions.KNOBS)
            .<Knob<?>>flatMap(List::stream)
            .toList();

    /** What a route rule may override. */
    static final List<Knob<?>> OF_ROUTES = Stream.of(
                    List.of(PoolKnobs.MAX_PER_ROUTE, PoolKnobs.MAX_IDLE, PoolKnobs.MAX_PENDING),
                    Timeouts.KNOBS,
                    KeepAlive.KNOBS,
                    Eviction.KNOBS)
            .<Knob<?>>flatMap(List::stream)
            .toList();

    private Knobs() {}

    /** Returns the knobs whose values are of a type. */
    static <T> List<Knob<T>> of(Class<T> type) {
        return ALL.stream().flatMap(knob -> knob.as(type)).toList();
    }

    /** Returns the one of some knobs that has a name, be it that of the pool or that of a route. */
    static Knob<?> named(String name, List<Knob<?>> knobs) {
        Objects.requireNonNull(name, "name must not be null");
        return knobs.stream()
                .filter(knob -> knob.isCalled(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no knob of the name " + name));
    }
}
