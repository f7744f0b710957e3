package dev.weir.internal.dns;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A lookup under way: one caller asks the resolver, the others wait for it to land. */
final class Flight {

    private final CountDownLatch landed = new CountDownLatch(1);

    /** Written once by the caller that asks, before the latch opens; read after it. */
    private @Nullable Resolution resolution;

    /**
     * Ends the wait of all others.
     *
     * @param resolution what they get, or null if they have to ask for themselves
     */
    void land(@Nullable Resolution resolution) {
        this.resolution = resolution;
        landed.countDown();
    }

    @Nullable
    Resolution await() throws InterruptedException {
        landed.await();
        return resolution == null ? null : resolution.forAnotherCaller();
    }
}
