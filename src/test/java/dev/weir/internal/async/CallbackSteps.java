package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs steps of a test on a thread that itself runs callbacks: they are over when the step is. */
final class CallbackSteps {

    private CallbackSteps() {}

    interface Step {
        void run() throws Exception;
    }

    static void run(Step step) throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<Void> over = new CompletableFuture<>();
        new CallbackThread(() -> run(step, over), "calling", false).start();
        over.get(30, TimeUnit.SECONDS);
    }

    private static void run(Step step, CompletableFuture<Void> over) {
        try {
            step.run();
            over.complete(null);
        } catch (Throwable e) {
            over.completeExceptionally(e);
        }
    }
}
