package dev.weir.internal.manager;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which address of a host accepted a connection while earlier ones did not respond, so that the next connections
 * need not find that out again. Takes the time. Thread-safe.
 *
 * @param <H> the host
 * @param <A> the address
 */
final class Winners<H, A> {

    /** How long to remember an address that was overtaken, and its winner. */
    static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(10);

    static final int MAX_HOSTS = 1_000;

    /**
     * What is remembered of a host.
     *
     * @param <A> the address
     * @param winner the last one that overtook another; null for none
     * @param overtaken those that were overtaken, and have accepted no connection since
     */
    public record Remembered<A>(@Nullable A winner, Set<A> overtaken) {

        /**
         * Returns a copy without addresses that respond after all.
         *
         * @param speaks which ones respond
         * @return nothing if none is left
         */
        public Remembered<A> without(Predicate<A> speaks) {
            if (overtaken.stream().noneMatch(speaks)) {
                return this;
            }
            Set<A> silent = overtaken.stream().filter(speaks.negate()).collect(Collectors.toUnmodifiableSet());
            return silent.isEmpty() ? nothing() : new Remembered<>(winner, silent);
        }

        /**
         * Returns that nothing is remembered.
         *
         * @param <A> the address
         * @return no winner
         */
        public static <A> Remembered<A> nothing() {
            return new Remembered<>(null, Set.of());
        }
    }

    private record Race<A>(A winner, Map<A, Long> overtakenNanos) {

        Race<A> and(A next, Collection<? extends A> overtaken, long nowNanos) {
            Map<A, Long> all = new HashMap<>(overtakenNanos);
            overtaken.forEach(address -> all.put(address, nowNanos));
            all.remove(next);
            return new Race<>(next, Map.copyOf(all));
        }

        @Nullable
        Race<A> without(A address) {
            if (!overtakenNanos.containsKey(address)) {
                return this;
            }
            Map<A, Long> others = new HashMap<>(overtakenNanos);
            others.remove(address);
            return others.isEmpty() ? null : new Race<>(winner, Map.copyOf(others));
        }

        Set<A> overtaken(long nowNanos) {
            return overtakenNanos.entrySet().stream()
                    .filter(entry -> nowNanos - entry.getValue() < MEMORY_NANOS)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private final ConcurrentMap<H, Race<A>> races = new ConcurrentHashMap<>();

    /** Creates it empty. */
    public Winners() {}

    /**
     * Notes that an address accepted a connection.
     *
     * @param host the host
     * @param winner the address
     * @param overtaken those that had their time before it
     * @param nowNanos the time
     */
    public void won(H host, A winner, Collection<? extends A> overtaken, long nowNanos) {
        if (overtaken.isEmpty()) {
            races.computeIfPresent(host, (any, race) -> race.without(winner));
        } else if (makeRoomFor(host, nowNanos)) {
            races.compute(
                    host,
                    (any, race) ->
                            (race != null ? race : new Race<A>(winner, Map.of())).and(winner, overtaken, nowNanos));
        }
    }

    // False if there is none even so.
    private boolean makeRoomFor(H host, long nowNanos) {
        if (races.size() >= MAX_HOSTS) {
            races.values().removeIf(race -> race.overtaken(nowNanos).isEmpty());
        }
        return races.size() < MAX_HOSTS || races.containsKey(host);
    }

    /**
     * Returns what is remembered.
     *
     * @param host the host
     * @param nowNanos the time
     * @return the winner, as long as it has overtaken one within ten minutes
     */
    public Remembered<A> of(H host, long nowNanos) {
        Race<A> race = races.get(host);
        Set<A> overtaken = race == null ? Set.of() : race.overtaken(nowNanos);
        return race == null || overtaken.isEmpty() ? Remembered.nothing() : new Remembered<>(race.winner(), overtaken);
    }
}
