package dev.weir.internal.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LookupThreadsTest {

    private final LookupThreads threads = new LookupThreads(2, 1);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void release() {
        released.countDown();
    }

    @Test
    void areNamedDaemons() throws Exception {
        Thread thread = run(Thread::currentThread);

        assertThat(thread.getName()).matches("weir-dns-\\d+");
        assertThat(thread.isDaemon()).isTrue();
    }

    @Test
    void showATaskTheClassLoaderItIsGiven() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
            CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
            threads.execute(loader, () -> seen.complete(Thread.currentThread().getContextClassLoader()));

            assertThat(seen.get(20, TimeUnit.SECONDS)).isSameAs(loader);
        }
    }

    @Test
    void inheritNothingFromTheThreadThatStartsThem() throws Exception {
        InheritableThreadLocal<String> callersOwn = new InheritableThreadLocal<>();
        callersOwn.set("secret");

        assertThat(run(() -> String.valueOf(callersOwn.get()))).isEqualTo("null");
    }

    @Test
    void doNotGrowBeyondTheirNumber() throws Exception {
        CountDownLatch entered = new CountDownLatch(2);
        hang(entered);
        hang(entered);
        Callers.await(entered);
        CompletableFuture<String> third = new CompletableFuture<>();
        threads.execute(null, () -> third.complete("done"));

        assertThatThrownBy(() -> threads.execute(null, () -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(third).isNotDone();
        released.countDown();
        assertThat(third.get(20, TimeUnit.SECONDS)).isEqualTo("done");
    }

    @Test
    void endWhenTheyAreIdle() throws Exception {
        Thread thread = run(Thread::currentThread);

        thread.join(TimeUnit.SECONDS.toMillis(20));

        assertThat(thread.isAlive()).isFalse();
    }

    private void hang(CountDownLatch entered) {
        threads.execute(null, () -> {
            entered.countDown();
            Callers.await(released);
        });
    }

    private <T> T run(Callable<T> call) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        threads.execute(null, () -> Callers.run(call, result));
        return result.get(20, TimeUnit.SECONDS);
    }
}
