package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DialThreadsTest {

    private final DialThreads threads = new DialThreads(2);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void release() {
        released.countDown();
    }

    private <T> T run(Supplier<T> task) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        threads.execute(() -> result.complete(task.get()));
        return result.get(20, TimeUnit.SECONDS);
    }

    @Test
    void seeTheClassLoaderOfTheCaller() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
            Thread.currentThread().setContextClassLoader(loader);

            assertThat(run(() -> Thread.currentThread().getContextClassLoader()))
                    .isSameAs(loader);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void inheritNothingFromTheThreadThatStartsThem() throws Exception {
        InheritableThreadLocal<String> callersOwn = new InheritableThreadLocal<>();
        callersOwn.set("secret");

        assertThat(run(() -> String.valueOf(callersOwn.get()))).isEqualTo("null");
    }

    @Test
    void leaveADialToItsCallerWhenAllAreBusy() throws Exception {
        CountDownLatch entered = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            threads.execute(() -> hang(entered));
        }
        entered.await();

        assertThat(run(Thread::currentThread)).isSameAs(Thread.currentThread());
    }

    private void hang(CountDownLatch entered) {
        entered.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
