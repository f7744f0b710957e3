package dev.weir.bench.articles;

import dev.weir.AsyncHttpPool;
import dev.weir.bench.ServerTerms;
import dev.weir.load.Call;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How long do fifty requests take: one after the other, over a pool of twenty, or at once over one HTTP/2 connection?
 *
 * <p>The figures of an article on HTTP client pools in Java. A time is that of all fifty.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Fifty}
 */
public class FiftyBenchmark extends ArticleBenchmark {

    private static final int REQUESTS = 50;
    private static final int CONNECTIONS = 20;

    /** How the server is talked to. */
    @Param("https")
    public String scheme;

    /** How far away the server is: the time of a round trip, in milliseconds. */
    @Param("1")
    public int roundTrip;

    /** How the requests are sent. */
    @Param({"new client for each", "one after the other", "pool of 20", "HTTP/2 multiplexed"})
    public String sends;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme, sends.startsWith("HTTP/2")).away(Duration.ofMillis(roundTrip));
    }

    /** Sends fifty requests. */
    @FunctionalInterface
    private interface Batch {
        void send() throws Exception;
    }

    /**
     * Sends fifty requests, again and again.
     *
     * @param figures takes what that took
     * @param iteration says how long
     * @throws Exception if the client or a caller fails
     */
    @Benchmark
    public void load(LoadFigures figures, IterationParams iteration) throws Exception {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        switch (sends) {
            case "new client for each" -> measure(this::newClients, nanos, figures);
            case "one after the other" -> {
                try (Client client = clients().pooled(b -> b)) {
                    measure(() -> inTurn(client), nanos, figures);
                }
            }
            case "pool of 20" -> pooled(nanos, figures);
            case "HTTP/2 multiplexed" -> {
                try (AsyncHttpPool pool = clients().asynchronous()) {
                    measure(() -> atOnce(pool), nanos, figures);
                }
            }
            default -> throw new IllegalArgumentException("sends: " + sends);
        }
    }

    private void pooled(long nanos, LoadFigures figures) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try (Client client = clients().pooled(b -> b.maxPerRoute(CONNECTIONS))) {
            measure(() -> shared(client, threads), nanos, figures);
        } finally {
            threads.shutdownNow();
        }
    }

    private void measure(Batch batch, long nanos, LoadFigures figures) throws InterruptedException, ExecutionException {
        Call call = number -> {
            try {
                batch.send();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        measurement().of(answered -> callers().closedLoop(call, 1, nanos, answered), figures);
    }

    private void newClients() throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            try (Client client = clients().untuned()) {
                client.get(server());
            }
        }
    }

    private void inTurn(Client client) throws IOException {
        for (int i = 0; i < REQUESTS; i++) {
            client.get(server());
        }
    }

    private void shared(Client client, ExecutorService threads) throws InterruptedException, ExecutionException {
        Callable<Integer> get = () -> client.get(server());
        for (Future<Integer> end : threads.invokeAll(Collections.nCopies(REQUESTS, get))) {
            end.get();
        }
    }

    private void atOnce(AsyncHttpPool pool) throws InterruptedException, ExecutionException {
        List<Future<SimpleHttpResponse>> answers = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            answers.add(pool.client().execute(SimpleHttpRequest.create("GET", server().uri()), null));
        }
        for (Future<SimpleHttpResponse> answer : answers) {
            answer.get();
        }
    }
}
