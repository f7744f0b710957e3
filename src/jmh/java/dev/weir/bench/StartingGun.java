package dev.weir.bench;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Lets a number of threads begin at one moment, which all of them know. */
final class StartingGun {

    private final CyclicBarrier barrier;
    // Written once, when all are there.
    private volatile long startNanos;

    StartingGun(int threads) {
        barrier = new CyclicBarrier(threads, () -> startNanos = System.nanoTime());
    }

    /** Returns the moment at which all began. */
    long await() throws InterruptedException, BrokenBarrierException {
        barrier.await();
        return startNanos;
    }

    long startNanos() {
        return startNanos;
    }
}
