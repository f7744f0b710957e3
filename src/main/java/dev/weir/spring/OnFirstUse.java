package dev.weir.spring;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for, once; a caller that asks meanwhile waits. Thread-safe. */
final class OnFirstUse<T> implements Supplier<T> {

    private final Supplier<T> maker;
    private final boolean isLasting;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Supplier<@Nullable T> made;

    /**
     * Creates it.
     *
     * @param maker makes it
     * @param isLasting whether it is kept without another reference; else it is made again after that
     */
    OnFirstUse(Supplier<T> maker, boolean isLasting) {
        this.maker = maker;
        this.isLasting = isLasting;
    }

    @Override
    public T get() {
        T present = present();
        return present == null ? make() : present;
    }

    /** Whether there is none: not yet, or no longer. */
    boolean isEmpty() {
        return present() == null;
    }

    /** Whether it is this one. */
    boolean holds(T other) {
        return present() == other;
    }

    private @Nullable T present() {
        Supplier<@Nullable T> holder = made;
        return holder == null ? null : holder.get();
    }

    private T make() {
        lock.lock();
        try {
            T present = present();
            if (present == null) {
                present = maker.get();
                made = isLasting ? kept(present) : new WeakReference<>(present)::get;
            }
            return present;
        } finally {
            lock.unlock();
        }
    }

    private static <T> Supplier<@Nullable T> kept(T value) {
        return () -> value;
    }
}
