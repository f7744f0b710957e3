package dev.weir.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.thread.ScarceThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallbackThreadsTest {

    private final ScarceThreads machine =
            new ScarceThreads("calling", (task, name) -> new CallbackThread(task, name, false));
    private final CallbackThreads threads = new CallbackThreads(3, machine);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void release() {
        released.countDown();
    }

    private void block(int callbacks) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(callbacks);
        for (int i = 0; i < callbacks; i++) {
            threads.execute(() -> hang(entered));
        }
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void hang(CountDownLatch entered) {
        entered.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread run() throws Exception {
        CompletableFuture<Thread> result = new CompletableFuture<>();
        threads.execute(() -> result.complete(Thread.currentThread()));
        return result.get(30, TimeUnit.SECONDS);
    }

    @Test
    void runACallbackWhileOthersBlock() throws Exception {
        block(2);

        assertThat(run()).isInstanceOf(CallbackThread.class);
    }

    @Test
    void startNoMoreThanTheirLimitAndRunTheRestAfterwards() throws Exception {
        block(3);
        CompletableFuture<String> later = new CompletableFuture<>();

        threads.execute(() -> later.complete("told"));
        assertThat(machine.made()).isEqualTo(3);
        assertThat(later).isNotDone();
        released.countDown();

        assertThat(later.get(30, TimeUnit.SECONDS)).isEqualTo("told");
    }

    @Test
    void leaveACallbackToAThreadThatIsThereIfNoneCanBeStarted() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        threads.execute(() -> hang(entered));
        entered.await();
        CompletableFuture<String> later = new CompletableFuture<>();
        machine.refuse(1);

        threads.execute(() -> later.complete("told"));
        released.countDown();

        assertThat(later.get(30, TimeUnit.SECONDS)).isEqualTo("told");
    }

    @Test
    void leaveTheCallbackToItsCallerIfNoOtherThreadCanRunIt() throws Exception {
        machine.refuse(1);
        CompletableFuture<Thread> ran = new CompletableFuture<>();

        threads.execute(() -> ran.complete(Thread.currentThread()));

        assertThat(ran).isCompletedWithValue(Thread.currentThread());
    }

    @Test
    void endWhenTheyAreIdle() throws Exception {
        Thread thread = run();

        thread.join(TimeUnit.SECONDS.toMillis(30));

        assertThat(thread.isAlive()).isFalse();
        assertThat(run()).isNotSameAs(thread);
    }
}
