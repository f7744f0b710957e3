package dev.weir.bench;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How long do fifty requests take: one after the other, over a pool of twenty, or at once over one HTTP/2 connection?
 *
 * <p>The figures of an article on HTTP client pools in Java. A time is that of all fifty; the server takes a millisecond.
 */
public class FiftyBenchmark extends LoadBenchmark {

    private static final int REQUESTS = 50;
    private static final int CONNECTIONS = 20;

    /** How the requests are sent. */
    @Param({"a new client for each", "one after the other", "a pool of 20", "one HTTP/2 connection"})
    public String sends;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(sends.contains("HTTP/2") ? "HTTP/2" : "https").thinking(1);
    }

    /** Sends fifty requests, again and again. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        String certificate = server().certificate();
        switch (sends) {
            case "a new client for each" ->
                load(
                        number -> {
                            for (int i = 0; i < REQUESTS; i++) {
                                try (Client client = Client.untuned(certificate)) {
                                    client.get().from(server().uri());
                                }
                            }
                        },
                        1,
                        iteration,
                        figures);
            case "one after the other" -> {
                try (Client client = Client.pooled(certificate, b -> b)) {
                    load(number -> inTurn(client), 1, iteration, figures);
                }
            }
            case "a pool of 20" -> {
                ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
                try (Client client = Client.pooled(certificate, b -> b.maxPerRoute(CONNECTIONS))) {
                    load(number -> shared(client, threads), 1, iteration, figures);
                } finally {
                    threads.shutdownNow();
                }
            }
            default -> {
                try (AsyncHttpPool pool = Client.async(certificate, Protocol.HTTP_2)) {
                    load(number -> atOnce(pool), 1, iteration, figures);
                }
            }
        }
    }

    private void inTurn(Client client) throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            client.get().from(server().uri());
        }
    }

    private void shared(Client client, ExecutorService threads) throws Exception {
        Callable<Boolean> get = () -> {
            client.get().from(server().uri());
            return true;
        };
        for (Future<Boolean> end : threads.invokeAll(Collections.nCopies(REQUESTS, get))) {
            end.get();
        }
    }

    private void atOnce(AsyncHttpPool pool) throws Exception {
        List<Future<SimpleHttpResponse>> answers = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            answers.add(pool.client().execute(SimpleHttpRequest.create("GET", server().uri()), null));
        }
        for (Future<SimpleHttpResponse> answer : answers) {
            answer.get();
        }
    }
}
