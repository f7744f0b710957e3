package dev.weir.internal.traffic;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts by kind. A kind that was never counted costs no memory, because each route has some of these. Thread-safe. */
@SuppressWarnings({
    "EnumOrdinal", // an index into an array of this process, which EnumMap would not give without a lock
    "serial" // is itself the reference, because a route has some of these, and is never serialized
})
final class Counter<E extends Enum<E>> extends AtomicReference<@Nullable AtomicReferenceArray<@Nullable LongAdder>> {

    private final Class<E> type;
    private final E[] kinds;
    /** Creates it with all kinds of the type, in an array that others may share. */
    Counter(Class<E> type, E[] kinds) {
        this.type = type;
        this.kinds = kinds;
    }

    void increment(E kind) {
        AtomicReferenceArray<@Nullable LongAdder> all = get(); // filled when a kind is first counted
        LongAdder counter = all == null ? null : all.get(kind.ordinal());
        (counter == null ? first(kind) : counter).increment();
    }

    private LongAdder first(E kind) {
        compareAndSet(null, new AtomicReferenceArray<>(kinds.length));
        AtomicReferenceArray<@Nullable LongAdder> all = Objects.requireNonNull(get());
        all.compareAndSet(kind.ordinal(), null, new LongAdder());
        return Objects.requireNonNull(all.get(kind.ordinal()));
    }

    long count(E kind) {
        AtomicReferenceArray<@Nullable LongAdder> all = get();
        LongAdder counter = all == null ? null : all.get(kind.ordinal());
        return counter == null ? 0 : counter.sum();
    }

    /** Returns the counts above zero. */
    Map<E, Long> counts() {
        AtomicReferenceArray<@Nullable LongAdder> all = get();
        if (all == null) {
            return Map.of();
        }
        Map<E, Long> picture = new EnumMap<>(type);
        for (E kind : kinds) {
            LongAdder counter = all.get(kind.ordinal());
            if (counter != null && counter.sum() > 0) {
                picture.put(kind, counter.sum());
            }
        }
        return picture;
    }
}
