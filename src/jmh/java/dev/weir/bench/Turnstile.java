package dev.weir.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets callers pass, or has them wait until it is opened again. Closed at first. Thread-safe. */
final class Turnstile {

    private final AtomicInteger waiting = new AtomicInteger();
    private volatile CountDownLatch opening = new CountDownLatch(1);

    /** Waits while it is closed. */
    void pass() throws InterruptedException {
        CountDownLatch now = opening;
        if (now.getCount() > 0) {
            waiting.incrementAndGet();
            try {
                now.await();
            } finally {
                waiting.decrementAndGet();
            }
        }
    }

    void open() {
        opening.countDown();
    }

    void close() {
        opening = new CountDownLatch(1);
    }

    /** Returns how many wait. */
    int waiting() {
        return waiting.get();
    }
}
