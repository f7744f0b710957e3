package dev.weir.spring;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for, once; whoever asks meanwhile waits. Thread-safe. */
final class OnFirstUse<T> implements Supplier<T> {

    private final Supplier<T> maker;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable T made;

    OnFirstUse(Supplier<T> maker) {
        this.maker = maker;
    }

    @Override
    public T get() {
        T present = made;
        return present == null ? make() : present;
    }

    private T make() {
        lock.lock();
        try {
            T present = made;
            if (present == null) {
                present = maker.get();
                made = present;
            }
            return present;
        } finally {
            lock.unlock();
        }
    }
}
