package dev.weir.faults;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Moves the clock while one call waits for its response, another for a connection, and a third for its deadline. To be
 * loaded by {@link MovedClockClasses}.
 */
public final class MovedClockCalls implements Callable<List<String>> {

    private static final long PATIENCE_SECONDS = 60;

    private final String kind;
    private final Duration move;
    private final CountDownLatch late = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final List<String> facts = new ArrayList<>();

    /**
     * Creates it.
     *
     * @param kind which client
     * @param move how far the clock is set forward; negative to set it back
     */
    public MovedClockCalls(String kind, Duration move) {
        this.kind = kind;
        this.move = move;
    }

    /** Returns how the calls ended. */
    @Override
    public List<String> call() throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.await(exchange.target().equals("/never") ? never : late)
                                .ok("late"))
                        .start();
                Subject subject = Subject.of(
                        kind,
                        server.port(),
                        HttpPool.builder("clock").maxTotal(1).timeouts(t -> t.poolWait(Duration.ofMillis(300))))) {
            move(server, subject);
            return facts;
        } finally {
            late.countDown();
            never.countDown();
            WallClock.set(Duration.ZERO);
        }
    }

    private void move(LoopbackServer server, Subject subject) throws Exception {
        FutureTask<Integer> holder = started(() -> subject.get("/late", Duration.ofMinutes(2)));
        await(() -> server.requests() == 1);
        FutureTask<Integer> waiter = started(() -> subject.get("/", Duration.ofMinutes(2)));
        await(() -> subject.books().pending() == 1);
        WallClock.set(move);
        facts.add("the one that waits: " + end(waiter));
        late.countDown();
        facts.add("the one that holds: " + end(holder));
        facts.add("the next: " + end(started(() -> subject.get("/", Duration.ofMinutes(2)))));
        facts.add("connections: " + server.accepted());

        FutureTask<Integer> ended = started(() -> subject.get("/never", Duration.ofSeconds(1)));
        await(() -> server.requests() == 3);
        WallClock.set(Duration.ZERO);
        facts.add("the one with a deadline: " + end(ended));
    }

    private static FutureTask<Integer> started(Callable<Integer> call) {
        FutureTask<Integer> task = new FutureTask<>(call);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static String end(FutureTask<Integer> call) throws InterruptedException {
        try {
            return String.valueOf(call.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause()).getClass().getSimpleName();
        } catch (TimeoutException e) {
            return "none";
        }
    }

    private static void await(BooleanSupplier condition) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()
                && System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
