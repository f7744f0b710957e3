package dev.weir.testpool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** A call on a thread of its own, so that a test can hold, watch and interrupt it. */
public record PoolCall<T>(Thread thread, CompletableFuture<T> result) {

    public static final Duration PATIENCE = Duration.ofSeconds(60);

    public static <T> PoolCall<T> start(Callable<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(call, result), "caller");
        thread.setDaemon(true);
        thread.start();
        return new PoolCall<>(thread, result);
    }

    public static <T> List<PoolCall<T>> start(int count, IntFunction<Callable<T>> calls) {
        List<PoolCall<T>> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(start(calls.apply(i)));
        }
        return started;
    }

    private static <T> void run(Callable<T> call, CompletableFuture<T> result) {
        try {
            result.complete(call.call());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    public T get() throws Exception {
        return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    public Throwable failure() throws Exception {
        return result.<Throwable>handle((value, failure) -> failure).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Waits until a condition holds, and fails if that takes too long. */
    public static void awaitUntil(BooleanSupplier condition) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
                throw new AssertionError("the condition did not come true within " + PATIENCE);
            }
            LockSupport.parkNanos(100_000);
        }
    }
}
