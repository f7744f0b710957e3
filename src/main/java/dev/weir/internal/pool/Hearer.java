package dev.weir.internal.pool;

import dev.weir.internal.log.Log;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * One listener of a pool. Catches its exceptions, and logs once that it throws or blocks, because a listener that does so
 * for each request must not fill the log. Thread-safe.
 *
 * @param <L> the type of the listener
 */
public final class Hearer<L> {

    // Pauses of the garbage collector or the machine are shorter.
    static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Log LOG = Log.of(PoolEvents.class);

    private final String pool;
    private final L listener;
    private final LongSupplier nanoClock;
    private final Log log;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final AtomicBoolean wasSlow = new AtomicBoolean();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    // Written by the thread that adds or removes it.
    private volatile boolean isListening;

    /**
     * Creates it. It gets no events yet.
     *
     * @param pool the name of the pool
     * @param listener the listener
     */
    public Hearer(String pool, L listener) {
        this(pool, listener, System::nanoTime, LOG);
    }

    Hearer(String pool, L listener, LongSupplier nanoClock, Log log) {
        this.pool = pool;
        this.listener = listener;
        this.nanoClock = nanoClock;
        this.log = log;
    }

    /**
     * Tells whether it belongs to a listener.
     *
     * @param other the listener
     * @return whether it is the same object
     */
    public boolean isOf(L other) {
        return listener == other;
    }

    /** Passes events to it from now on. */
    public void begin() {
        isListening = true;
    }

    /** Tells whether the caller has to report the end of events to it. */
    boolean end() {
        return isListening && hasEnded.compareAndSet(false, true);
    }

    /** Passes no further events to it. */
    void leave() {
        isListening = false;
    }

    /**
     * Reports an event to it, if it listens.
     *
     * @param method the listener method
     * @param event the event
     * @param <E> the type of the event
     */
    public <E> void hear(BiConsumer<L, E> method, E event) {
        if (isListening) {
            tell(method, event);
        }
    }

    <E> void tell(BiConsumer<L, E> method, E event) {
        long startNanos = nanoClock.getAsLong();
        try {
            method.accept(listener, event);
        } catch (Throwable e) { // an Error of a listener must not cost a caller its connection
            failed(e);
        }
        long nanos = nanoClock.getAsLong() - startNanos;
        if (nanos > SLOW_NANOS && wasSlow.compareAndSet(false, true)) {
            log.warn(
                    "Pool '{}': a listener took {} ms for an event, while a caller or a thread of the pool waited"
                            + " ({}): move longer work to a thread of its own",
                    pool,
                    TimeUnit.NANOSECONDS.toMillis(nanos),
                    name());
        }
    }

    private void failed(Throwable failure) {
        if (hasFailed.compareAndSet(false, true)) {
            log.warn("Pool '{}': a listener failed and missed an event ({})", pool, name(), failure);
        } else {
            log.debug("Pool '{}': a listener failed again and missed an event ({})", pool, name(), failure);
        }
    }

    private String name() {
        return listener.getClass().getName();
    }
}
