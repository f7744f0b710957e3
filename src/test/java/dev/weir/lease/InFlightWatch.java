package dev.weir.lease;

import dev.weir.ManagedPool;
import dev.weir.testpool.PoolCall;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Changes the limit of exchanges of a route again and again, up to a highest one, and checks how many are under way. */
final class InFlightWatch implements AutoCloseable {

    private static final int LEAST = 3;
    private static final int LOOKS_PER_CHANGE = 20;

    private final ManagedPool pool;
    private final String target;
    private final int highest;
    private final Random random;
    private final CountDownLatch over = new CountDownLatch(1);
    private final PoolCall<Integer> watch;

    InFlightWatch(ManagedPool pool, String target, int highest, long seed) {
        this.pool = pool;
        this.target = target;
        this.highest = highest;
        this.random = new Random(seed);
        change();
        this.watch = PoolCall.start(this::watch);
    }

    private Integer watch() throws InterruptedException {
        int most = 0;
        for (int looks = 1; !over.await(1, TimeUnit.MILLISECONDS); looks++) {
            most = Math.max(most, pool.snapshot().inFlight());
            if (looks % LOOKS_PER_CHANGE == 0) {
                change();
            }
        }
        return most;
    }

    private void change() {
        int max = LEAST + random.nextInt(highest - LEAST + 1);
        pool.reconfigure(
                pool.config().toBuilder().route(target, r -> r.maxInFlight(max)).build());
    }

    /** Returns how many were under way at once, at most. */
    int most() throws Exception {
        close();
        return watch.get();
    }

    @Override
    public void close() {
        over.countDown();
    }
}
