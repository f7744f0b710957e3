package dev.weir.config;

import java.util.List;
import java.util.Optional;
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

    private Knobs() {}

    /** Returns the knobs whose values are of a type. */
    static <T> List<Knob<T>> of(Class<T> type) {
        return ALL.stream().flatMap(knob -> knob.as(type)).toList();
    }

    /** Returns the knob of a name, be it that of the pool or that of a route. */
    static Optional<Knob<?>> named(String name) {
        return ALL.stream().filter(knob -> knob.isCalled(name)).findFirst();
    }
}
