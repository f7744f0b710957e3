package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.internal.pool.AsyncPool;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AsyncCallTest {

    private static final long TOTAL_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Caller caller = new Caller();
    private final AsyncCall call = new AsyncCall(
            terms(),
            new HttpRoute(new HttpHost("upstream.test", 80)),
            HttpClientContext.create(),
            runtime(),
            TOTAL_NANOS,
            caller);

    private static final class Caller implements AsyncExecCallback {
        final BlockingQueue<String> told = new LinkedBlockingQueue<>();

        private void tell(String what) {
            told.add(what);
        }

        @Override
        public void completed() {
            tell("completed");
        }

        @Override
        public void failed(Exception cause) {
            tell(cause.getClass().getSimpleName());
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, EntityDetails details) {
            return null;
        }

        @Override
        public void handleInformationResponse(HttpResponse response) {}

        @Nullable
        String next() throws InterruptedException {
            return told.poll(60, TimeUnit.SECONDS);
        }
    }

    private static CallTerms terms() {
        PoolConfig config = PoolConfig.builder("test").buildAsync();
        AsyncPool pool = new AsyncPool(config, List.of(), System::nanoTime, any -> {
            throw new AssertionError("no connection is needed");
        });
        return new CallTerms("test", pool.core(), new PeerFailures(true));
    }

    private static AsyncExecRuntime runtime() {
        return (AsyncExecRuntime) Proxy.newProxyInstance(
                AsyncExecRuntime.class.getClassLoader(),
                new Class<?>[] {AsyncExecRuntime.class},
                (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : null);
    }

    @Test
    void endsOnce() throws InterruptedException {
        call.failed(new IOException());
        call.completed();
        call.deadline.ring();

        assertThat(caller.next()).isEqualTo("IOException");
        assertThat(caller.told).isEmpty();
    }
}
