package dev.weir.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Threads that use a pool in every way at once, with interrupts; remembers the first thing that went wrong. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
final class Stress {

    // Between two disturbances, so that there is something to disturb.
    private static final long PAUSE_NANOS = 200_000;

    private final TestPool pool;
    private final int routes;
    private final int most;
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private final int usersAtOnce;
    private volatile boolean ended;

    Stress(TestPool pool, int routes, int most) {
        this(pool, routes, most, 0);
    }

    /** Uses connections whose dials may fail, each of which so many callers may use at once. */
    Stress(TestPool pool, int routes, int most, int usersAtOnce) {
        this.pool = pool;
        this.routes = routes;
        this.most = most;
        this.usersAtOnce = usersAtOnce;
    }

    int served() {
        return served.get();
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Lets threads loose, disturbs them, and returns when all have ended; false if some did not in good time. */
    boolean run(int count, long millis, Runnable disturbance) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::work, "stress-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - endNanos < 0) {
            threads.get(ThreadLocalRandom.current().nextInt(count)).interrupt();
            disturbance.run();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        ended = true;
        boolean all = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            all &= !thread.isAlive();
        }
        return all;
    }

    private void work() {
        while (!ended && failure.get() == null) {
            try {
                use();
            } catch (InterruptedException | TimeoutException | CancellationException e) {
                Thread.interrupted();
            } catch (ExecutionException e) {
                failed(e.getCause());
            } catch (Throwable e) {
                if (pool.isClosed()) {
                    return;
                }
                failure.compareAndSet(null, e);
            }
        }
    }

    // Its dial failed, or its time was over.
    private void failed(@Nullable Throwable e) {
        if (usersAtOnce == 0
                || !(e instanceof IOException || e instanceof UncheckedIOException || e instanceof TimeoutException)) {
            failure.compareAndSet(null, e);
        }
    }

    private void use() throws InterruptedException, TimeoutException, ExecutionException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String route = "route" + random.nextInt(routes);
        Object state = random.nextInt(4) == 0 ? "state" + random.nextInt(2) : null;
        switch (random.nextInt(usersAtOnce == 0 ? 6 : 7)) {
            case 0 -> useWithCallback(route, state);
            case 1 -> cancelAtOnce(route, state);
            case 2 -> give(pool.lease(route, state, Timeout.DISABLED, null).get(1, TimeUnit.MILLISECONDS));
            case 6 ->
                give(pool.lease(route, state, Timeout.ofMilliseconds(1 + random.nextInt(3)), null)
                        .get(30, TimeUnit.SECONDS));
            default -> useInGoodTime(pool.lease(route, state, Timeout.DISABLED, null));
        }
    }

    private void useInGoodTime(Future<FakeConnection> future) throws InterruptedException, ExecutionException {
        try {
            give(future.get(30, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            failure.compareAndSet(null, new AssertionError("Waited in vain", e));
        }
    }

    private void useWithCallback(String route, @Nullable Object state) {
        pool.lease(route, state, Timeout.DISABLED, new FutureCallback<>() {
            @Override
            public void completed(Entry entry) {
                give((FakeConnection) entry);
            }

            @Override
            public void failed(Exception e) {
                Stress.this.failed(e.getCause());
            }

            @Override
            public void cancelled() {}
        });
    }

    private void cancelAtOnce(String route, @Nullable Object state) throws InterruptedException, ExecutionException {
        Future<FakeConnection> future = pool.lease(route, state, Timeout.DISABLED, null);
        if (!future.cancel(true)) {
            give(future.get());
        }
    }

    private void give(FakeConnection entry) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (held.incrementAndGet() > most) {
            failure.compareAndSet(null, new AssertionError("More than " + most + " at once"));
        }
        served.incrementAndGet();
        if (usersAtOnce > 0) {
            useShared(entry);
        }
        entry.state(random.nextInt(4) == 0 ? "state" + random.nextInt(2) : null);
        if (random.nextInt(8) == 0) {
            Thread.onSpinWait();
        }
        held.decrementAndGet();
        pool.release(entry, random.nextInt(5) != 0);
    }

    private void useShared(FakeConnection connection) {
        if (connection.users.incrementAndGet() > usersAtOnce) {
            failure.compareAndSet(null, new AssertionError("More than " + usersAtOnce + " callers of a connection"));
        }
        Thread.onSpinWait();
        if (!connection.isEstablished() && !pool.isClosed()) {
            failure.compareAndSet(null, new AssertionError("Closed in use"));
        }
        connection.users.decrementAndGet();
    }
}
