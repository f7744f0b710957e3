package dev.weir.engine;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The future of a caller that was served at once. */
record Granted<E>(E entry) implements Future<E> {

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public E get() {
        return entry;
    }

    @Override
    public E get(long timeout, TimeUnit unit) {
        return entry;
    }
}
