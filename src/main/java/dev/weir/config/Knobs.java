package dev.weir.config;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
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
                    Http2.KNOBS,
                    PoolKnobs.OTHERS,
                    Retry.KNOBS,
                    Tls.KNOBS)
            .<Knob<?>>flatMap(List::stream)
            .toList();

    /** What a route rule may override. */
    static final List<Knob<?>> OF_ROUTES = Stream.of(
                    List.of(
                            PoolKnobs.MAX_PER_ROUTE,
                            PoolKnobs.MAX_IDLE,
                            PoolKnobs.MIN_IDLE,
                            PoolKnobs.MAX_IN_FLIGHT,
                            PoolKnobs.MAX_PENDING),
                    Timeouts.KNOBS,
                    KeepAlive.KNOBS,
                    Eviction.KNOBS,
                    List.of(PoolKnobs.REUSE, PoolKnobs.PROTOCOL, PoolKnobs.PROXY),
                    Retry.KNOBS)
            .<Knob<?>>flatMap(List::stream)
            .toList();

    private Knobs() {}

    /** Returns the knobs whose values are of a type. */
    static <T> List<Knob<T>> of(Class<T> type) {
        return ALL.stream().flatMap(knob -> knob.as(type)).toList();
    }

    /** Returns the one of some knobs that has a name: that of the pool, or else that of a route. */
    static Knob<?> named(String name, List<Knob<?>> knobs) {
        return find(name, knobs, Knob::name, Knob::routeName);
    }

    /** Returns the knob that has a name in a rule for a route. */
    static Knob<?> ofRoute(String name) {
        boolean isOfPool = ALL.stream().anyMatch(knob -> knob.name().equals(name));
        boolean isOfRoute =
                OF_ROUTES.stream().anyMatch(knob -> name.equals(knob.routeName()) || name.equals(knob.name()));
        if (isOfPool && !isOfRoute) {
            throw new IllegalArgumentException(name + " is a knob of the pool, which no rule for a route can set");
        }
        return namedOnRoute(name, OF_ROUTES);
    }

    /** Returns the knob that has a name where one speaks of a route: that of a route, or else that of the pool. */
    static Knob<?> namedOnRoute(String name, List<Knob<?>> knobs) {
        return find(name, knobs, Knob::routeName, Knob::name);
    }

    private static Knob<?> find(
            String name, List<Knob<?>> knobs, Function<Knob<?>, String> first, Function<Knob<?>, String> second) {
        Objects.requireNonNull(name, "name must not be null");
        return Stream.of(first, second)
                .flatMap(by -> knobs.stream().filter(knob -> by.apply(knob).equals(name)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no knob " + name + meant(name, knobs)));
    }

    /** The knobs of that name in a group, or else those that differ in two letters at most. */
    private static String meant(String name, List<Knob<?>> knobs) {
        List<String> names = knobs.stream()
                .flatMap(knob -> Stream.of(knob.name(), knob.routeName()))
                .distinct()
                .toList();
        List<String> grouped = names.stream()
                .filter(each -> each.toLowerCase(Locale.ROOT).endsWith("." + name.toLowerCase(Locale.ROOT)))
                .toList();
        List<String> meant = grouped.isEmpty()
                ? names.stream().filter(each -> Spelling.isClose(each, name)).toList()
                : grouped;
        return meant.isEmpty() ? "" : "; did you mean " + String.join(" or ", meant) + "?";
    }
}
