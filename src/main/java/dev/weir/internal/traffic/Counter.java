package dev.weir.internal.traffic;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts by kind. Thread-safe. */
final class Counter<E extends Enum<E>> {

    private final Class<E> type;
    // Filled by the constructor alone.
    private final Map<E, LongAdder> counters;

    Counter(Class<E> type) {
        this.type = type;
        this.counters = new EnumMap<>(type);
        EnumSet.allOf(type).forEach(kind -> counters.put(kind, new LongAdder()));
    }

    void increment(E kind) {
        Objects.requireNonNull(counters.get(kind)).increment();
    }

    /** Returns the counts above zero. */
    Map<E, Long> counts() {
        Map<E, Long> picture = new EnumMap<>(type);
        counters.forEach((kind, counter) -> {
            long count = counter.sum();
            if (count > 0) {
                picture.put(kind, count);
            }
        });
        return picture;
    }
}
