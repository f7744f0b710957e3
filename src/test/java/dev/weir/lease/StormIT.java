package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.Unexpected;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chance on both sides: servers that refuse, reset, answer early or half, announce their end and hang up; callers that
 * block or not, cancel, are interrupted, have little time. No request is executed twice, no response is another's, no body is
 * cut off or begun in its middle, and in the end nothing is held.
 */
@Tag("slow")
class StormIT {

    private static final int CALLERS = 40;
    private static final int CALLS = 40;
    private static final Duration LONG = Duration.ofSeconds(2);
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(3);

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();

    private static HttpPoolBuilder pool(Protocol protocol) {
        return HttpPool.builder("storm")
                .protocol(protocol)
                .maxPerRoute(4)
                .maxPending(10_000)
                .timeouts(t -> t.unordered()
                        .poolWait(LONG)
                        .connect(LONG)
                        .read(Duration.ofMillis(500))
                        .total(Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @ValueSource(longs = {22768, 22775, 3, 4, 5})
    void ofHttp2LeavesNothingBehind(long seed) throws Exception {
        try (Storm storm = new FrameStorm(seed);
                AsyncHttpPool pool = pool(Protocol.HTTP_2).buildAsync()) {
            assertLeavesNothingBehind(storm, pool, pool.blockingClient(), pool.client(), seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void ofHttp1LeavesNothingBehind(long seed) throws Exception {
        try (Storm storm = new Http1Storm(seed);
                AsyncHttpPool pool = pool(Protocol.HTTP_1_1).buildAsync()) {
            assertLeavesNothingBehind(storm, pool, pool.blockingClient(), pool.client(), seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void leavesNothingBehindInABlockingPool(long seed) throws Exception {
        try (Storm storm = new Http1Storm(seed);
                HttpPool pool = pool(Protocol.HTTP_1_1).build()) {
            assertLeavesNothingBehind(storm, pool, pool.client(), null, seed);
        }
    }

    private void assertLeavesNothingBehind(
            Storm storm,
            ManagedPool pool,
            CloseableHttpClient blocking,
            @Nullable CloseableHttpAsyncClient async,
            long seed)
            throws Exception {
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        List<PoolCall<Void>> callers = PoolCall.start(
                CALLERS, i -> new Caller(blocking, async, storm.uri(), i, new Random(seed + i), threads));
        for (PoolCall<Void> caller : callers) {
            assertThat(caller.result()).succeedsWithin(LONG_ENOUGH);
        }
        storm.abate();
        PoolBooks.atRest(pool);

        assertThat(wrong).isEmpty();
        assertThat(storm.ledger().broken()).isEmpty();
        assertThat(storm.ledger().executedTwice()).isEmpty();
        assertThat(answered).hasPositiveValue();
        assertThat(put(blocking, storm.uri())).isEqualTo("last");
    }

    private static String put(CloseableHttpClient client, String uri) throws IOException {
        return client.execute(
                ClassicRequestBuilder.put(uri + "/last")
                        .setEntity(Storm.Ledger.body("last", 3))
                        .build(),
                response -> EntityUtils.toString(response.getEntity()));
    }

    private final class Caller implements Callable<Void> {
        private final CloseableHttpClient blocking;
        private final @Nullable CloseableHttpAsyncClient async;
        private final String uri;
        private final int number;
        private final Random random;
        private final Queue<Thread> threads;

        Caller(
                CloseableHttpClient blocking,
                @Nullable CloseableHttpAsyncClient async,
                String uri,
                int number,
                Random random,
                Queue<Thread> threads) {
            this.blocking = blocking;
            this.async = async;
            this.uri = uri;
            this.number = number;
            this.random = random;
            this.threads = threads;
        }

        @Override
        public Void call() {
            threads.add(Thread.currentThread());
            for (int i = 0; i < CALLS; i++) {
                if (random.nextInt(10) == 0) {
                    threads.stream().skip(random.nextInt(threads.size())).forEach(this::interruptSometimes);
                }
                post(number + "-" + i);
            }
            return null;
        }

        private void interruptSometimes(Thread thread) {
            if (random.nextInt(CALLERS) == 0) {
                thread.interrupt();
            }
        }

        private void post(String id) {
            String body =
                    Storm.Ledger.body(id, random.nextInt(4) == 0 ? random.nextInt(100_000) : random.nextInt(1_000));
            try {
                if (async == null || random.nextBoolean()) {
                    block(id, body);
                } else {
                    await(async, id, body);
                }
            } catch (IOException | ExecutionException | InterruptedException e) {
                Thread.interrupted(); // each is the fate of one call
                Unexpected.in(e).ifPresent(defect -> wrong.add(id + " failed with " + defect));
            }
        }

        private void block(String id, String body) throws IOException {
            HttpClientContext context = HttpClientContext.create();
            if (random.nextInt(10) == 0) {
                RequestDeadline.set(context, Duration.ofMillis(1 + random.nextInt(20)));
            }
            boolean isRead = random.nextInt(10) > 0;
            blocking.execute(
                    ClassicRequestBuilder.post(uri + "/" + id)
                            .setEntity(entity(body))
                            .build(),
                    context,
                    response -> {
                        if (isRead) {
                            check(id, response.getCode(), EntityUtils.toString(response.getEntity()));
                        }
                        return null;
                    });
        }

        private HttpEntity entity(String body) {
            return random.nextBoolean()
                    ? new StringEntity(body, ContentType.TEXT_PLAIN)
                    : new InputStreamEntity(
                            new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII)), ContentType.TEXT_PLAIN);
        }

        private void await(CloseableHttpAsyncClient client, String id, String body)
                throws ExecutionException, InterruptedException {
            Future<SimpleHttpResponse> call = client.execute(
                    SimpleRequestBuilder.post(uri + "/" + id)
                            .setBody(body, ContentType.TEXT_PLAIN)
                            .build(),
                    null);
            boolean isGivenUp = random.nextInt(10) == 0;
            try {
                long micros = isGivenUp
                        ? random.nextInt(3_000)
                        : TimeUnit.MILLISECONDS.toMicros(PoolCall.PATIENCE.toMillis());
                SimpleHttpResponse response = call.get(micros, TimeUnit.MICROSECONDS);
                check(id, response.getCode(), String.valueOf(response.getBodyText()));
            } catch (TimeoutException e) {
                if (!isGivenUp) {
                    wrong.add(id + " was never answered");
                }
                call.cancel(true);
            }
        }

        private void check(String id, int code, String text) {
            answered.incrementAndGet();
            boolean isRight = code == HttpStatus.SC_OK
                    ? text.equals(id) || text.equals(Storm.EARLY)
                    : code == HttpStatus.SC_BAD_REQUEST;
            if (!isRight) {
                wrong.add(id + " got " + code + " with " + text.length() + " characters");
            }
        }
    }
}
