package dev.weir.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.thread.ScarceThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallbackExecutorTest {

    @Test
    void runsACallbackAlsoIfThereIsNoThreadForIt() throws InterruptedException {
        ScarceThreads threads = new ScarceThreads("callback");
        ExecutorService executor = Executors.newCachedThreadPool(threads);
        CountDownLatch run = new CountDownLatch(2);
        threads.refuse(1);

        CallbackExecutor.execute(executor, run::countDown);
        assertThat(run.getCount()).isOne();
        CallbackExecutor.execute(executor, run::countDown);

        assertThat(run.await(30, TimeUnit.SECONDS)).isTrue();
        executor.shutdown();
    }
}
