package dev.weir.testserver;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** How fast a server does its TLS handshakes: each takes a time, and only some are done at once. Thread-safe. */
final class HandshakePace {

    private static final HandshakePace UNLIMITED = new HandshakePace(Integer.MAX_VALUE, Duration.ZERO);

    private final Semaphore places;
    private final long nanos;

    private HandshakePace(int atOnce, Duration time) {
        this.places = new Semaphore(atOnce, true);
        this.nanos = time.toNanos();
    }

    static HandshakePace unlimited() {
        return UNLIMITED;
    }

    static HandshakePace of(int atOnce, Duration time) {
        return new HandshakePace(atOnce, time);
    }

    /** Returns when it is a connection's turn and its time has passed. */
    void take() throws InterruptedIOException {
        if (nanos == 0) {
            return;
        }
        try {
            places.acquire();
            try {
                Pause.of(nanos);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
