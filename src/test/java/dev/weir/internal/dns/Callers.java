package dev.weir.internal.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that each make one call, so that a test can hold, watch and interrupt them. */
final class Callers {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    /** One thread and the end of its call. */
    record Caller<T>(Thread thread, CompletableFuture<T> result) {

        T get() throws Exception {
            return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        Throwable failure() throws Exception {
            return result.<Throwable>handle((value, failure) -> failure).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private Callers() {}

    static <T> Caller<T> start(Callable<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(call, result));
        thread.setDaemon(true);
        thread.start();
        return new Caller<>(thread, result);
    }

    static <T> List<Caller<T>> startWaiting(int count, Callable<T> call) {
        List<Caller<T>> callers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            callers.add(start(call));
        }
        callers.forEach(caller -> awaitWaiting(caller.thread()));
        return callers;
    }

    static void awaitWaiting(Thread thread) {
        long startNanos = System.nanoTime();
        while (!WAITING.contains(thread.getState())) {
            assertThat(System.nanoTime() - startNanos).isLessThan(PATIENCE.toNanos());
            Thread.onSpinWait();
        }
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static <T> void run(Callable<T> call, CompletableFuture<T> result) {
        try {
            result.complete(call.call());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }
}
