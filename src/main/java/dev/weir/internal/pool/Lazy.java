package dev.weir.internal.pool;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An object that is made when it is first needed: most routes never need most of these. Thread-safe. */
@SuppressWarnings("serial") // is itself the reference, because a route has some of these, and is never serialized
final class Lazy<T> extends AtomicReference<@Nullable T> {

    T get(Supplier<T> maker) {
        T present = get();
        if (present != null) {
            return present;
        }
        T mine = maker.get();
        return compareAndSet(null, mine) ? mine : Objects.requireNonNull(get());
    }

    /** Queries it, if it was made; otherwise returns a default. */
    <R> R ask(Function<T, R> question, R usual) {
        T present = get();
        return present == null ? usual : question.apply(present);
    }
}
