package dev.weir.bench;

import dev.weir.HttpPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.IdleTimeout;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.jspecify.annotations.Nullable;

/**
 * One client, its callers, and a server that closes the connections that they leave alone for about as long as they do. For
 * the thread of the benchmark.
 */
final class Race implements AutoCloseable {

    /** Finds each host on this machine. */
    static final DnsResolver NAMES = new DnsResolver() {
        @Override
        public InetAddress[] resolve(String host) {
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    };

    private static final long SHORTEST_GAP_MILLIS = 20;
    private static final long LONGEST_GAP_MILLIS = 400;

    private final CloseableHttpClient client;
    private final @Nullable HttpPool pool;
    private final int callers;
    private final LoopbackServer server;
    private final ExecutorService threads;
    private final List<Future<?>> running = new ArrayList<>();

    private final Set<String> orders = ConcurrentHashMap.newKeySet();
    private final LongAdder executedTwice = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAdder getErrors = new LongAdder();
    private final LongAdder postErrors = new LongAdder();
    private int acceptedBefore;

    Race(CloseableHttpClient client, int callers, IdleTimeout closing) {
        this(client, callers, closing, null);
    }

    /** Creates a race whose client belongs to a pool. */
    Race(CloseableHttpClient client, int callers, IdleTimeout closing, @Nullable HttpPool pool) {
        this.client = client;
        this.callers = callers;
        this.pool = pool;
        this.server = LoopbackServer.http()
                .handler(this::serve)
                .idleTimeout(closing)
                .recordedRequests(0)
                .start();
        this.threads = Executors.newFixedThreadPool(callers);
    }

    private void serve(Exchange exchange) throws IOException {
        if (exchange.method().equals("POST") && !orders.add(exchange.bodyText())) {
            executedTwice.increment();
        }
        exchange.ok("ok");
    }

    void start(long nanos) {
        acceptedBefore = server.accepted();
        executedTwice.reset();
        requests.reset();
        getErrors.reset();
        postErrors.reset();
        long endNanos = System.nanoTime() + nanos;
        for (int i = 0; i < callers; i++) {
            URI host = URI.create("http://caller" + i + ".test:" + server.port() + "/");
            running.add(threads.submit(() -> call(host, endNanos)));
        }
    }

    void await() throws InterruptedException, ExecutionException {
        for (Future<?> caller : running) {
            caller.get();
        }
        running.clear();
    }

    private void call(URI host, long endNanos) {
        for (int i = 0; System.nanoTime() - endNanos < 0; i++) {
            boolean isPost = i % 2 == 0;
            requests.increment();
            if (!isAnswered(host, isPost, host + " " + endNanos + " " + i)) {
                (isPost ? postErrors : getErrors).increment();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(
                    ThreadLocalRandom.current().nextLong(SHORTEST_GAP_MILLIS, LONGEST_GAP_MILLIS)));
        }
    }

    private boolean isAnswered(URI host, boolean isPost, String order) {
        HttpUriRequestBase request = new HttpUriRequestBase(isPost ? "POST" : "GET", host);
        if (isPost) {
            request.setEntity(new StringEntity(order));
        }
        try {
            return "ok".equals(client.execute(request, response -> EntityUtils.toString(response.getEntity())));
        } catch (IOException e) {
            return false;
        }
    }

    long requests() {
        return requests.sum();
    }

    long getErrors() {
        return getErrors.sum();
    }

    long postErrors() {
        return postErrors.sum();
    }

    /** Returns how many {@code POST}s the server got a second time. */
    long executedTwice() {
        return executedTwice.sum();
    }

    long connections() {
        return (long) server.accepted() - acceptedBefore;
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        client.close();
        if (pool != null) {
            pool.close();
        }
        server.close();
    }
}
