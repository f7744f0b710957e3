package dev.weir.internal.client;

import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.jspecify.annotations.Nullable;

/**
 * The pause of a call for which no thread waits. Ends once, and then leaves no alarm: when its time is over, when the call
 * is canceled, or when the pool takes no more requests. Thread-safe.
 */
final class AsyncPause extends Alarm implements Cancellable {

    private final ConnectionPool pool;
    private final Consumer<@Nullable Exception> then;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private final Runnable goOn = this::goOn;
    private final Runnable end = this::end;

    // Written before the pause ends because of it.
    private volatile @Nullable Exception failure;

    private AsyncPause(long nanos, ConnectionPool pool, Consumer<@Nullable Exception> then) {
        super(System.nanoTime(), nanos);
        this.pool = pool;
        this.then = then;
    }

    /**
     * Begins a pause.
     *
     * @param nanos how long it is
     * @param pool its closing ends the pause
     * @param call its cancellation ends the pause
     * @param then runs afterwards, on a thread that may run code of callers; gets a failure if the pause is impossible
     */
    static void start(long nanos, ConnectionPool pool, CancellableDependency call, Consumer<@Nullable Exception> then) {
        AsyncPause pause = new AsyncPause(nanos, pool, then);
        call.setDependency(pause); // first, because what comes after the pause sets another one
        pool.pausing(pause.end);
        try {
            Alarms.shared().set(pause);
        } catch (NoThreadException e) {
            pause.failure = e;
            pause.end();
        }
        if (pause.isOver.get()) {
            pause.leave(); // it may have ended before it was registered
        }
    }

    @Override
    protected void ring() {
        end();
    }

    @Override
    public boolean cancel() {
        end(); // the next step finds the call canceled
        return true;
    }

    private void end() {
        leave();
        CallbackExecutor.run(goOn);
    }

    private void goOn() {
        if (isOver.compareAndSet(false, true)) {
            then.accept(failure);
        }
    }

    private void leave() {
        Alarms.shared().off(this);
        pool.resumed(end);
    }
}
