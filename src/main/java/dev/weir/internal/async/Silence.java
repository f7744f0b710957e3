package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;

/**
 * Reports, once, that nothing arrived within the read timeout. An arrival costs one look at the clock: the watch of the
 * connection looks now and then how long ago the latest was. Thread-safe.
 */
final class Silence {

    /** Stands for a silence that needs no further look. */
    static final long NEVER = Long.MAX_VALUE;

    /** An exchange that must not be silent for long. */
    interface Heard {

        /** Its silence. */
        Silence silence();

        /** Tells whether this side keeps the server from sending, whose silence then does not count. */
        boolean isHeldBack();

        /** Notes that nothing arrived for that time. Runs on the thread of the deadlines, which it must not block. */
        void silent(long nanos);
    }

    /** When something last arrived. */
    volatile long heardNanos;

    private final long readNanos;
    private final Heard exchange;
    private final SilenceWatch watch;

    private volatile boolean isAwaited;

    /** Whether nothing more is to be reported. */
    volatile boolean ended;

    /**
     * Creates it.
     *
     * @param readNanos the read timeout; 0 (none) never reports
     * @param exchange is told
     * @param watch looks whether that is due
     */
    Silence(long readNanos, Heard exchange, SilenceWatch watch) {
        this.readNanos = readNanos;
        this.exchange = exchange;
        this.watch = watch;
    }

    void listen() throws NoThreadException {
        heard();
        if (readNanos > 0 && !ended) {
            isAwaited = true; // first: from then on a look sees it
            watch.lookAfter(readNanos, heardNanos);
        }
    }

    void heard() {
        heardNanos = watch.alarms.nowNanos();
    }

    /** Reports nothing more, not even after a later {@link #listen}. A report under way may still arrive. */
    void end() {
        ended = true;
    }

    /** Reports it if it has lasted for too long; returns after which time to look again. */
    long look(long nowNanos) {
        if (!isAwaited || ended) {
            return NEVER;
        }
        long sinceNanos = exchange.isHeldBack() ? nowNanos : heardNanos;
        long silentNanos = Math.max(0, nowNanos - sinceNanos); // something may have arrived since the time was read
        if (silentNanos < readNanos) {
            return readNanos - silentNanos;
        }
        isAwaited = false;
        exchange.silent(readNanos);
        return NEVER;
    }
}
