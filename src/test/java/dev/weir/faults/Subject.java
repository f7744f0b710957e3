package dev.weir.faults;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.RequestDeadline;
import dev.weir.event.PoolSnapshot;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** The pool that meets a fault: four connections, and a client. */
final class Subject implements AutoCloseable {

    static final int CONNECTIONS = 4;

    /** How long a call may take. */
    static final Duration TOTAL = Duration.ofSeconds(6);

    private static final int MOST_IO_THREADS = 8;

    // How long a caller waits for a connection.
    private static final Duration WAIT = Duration.ofSeconds(3);

    final int port;
    /** How many threads its kind has for I/O. */
    final int ioThreads;

    private final ManagedPool pool;
    private final CloseableHttpClient client;
    private final Runnable eviction;

    private Subject(int port, int ioThreads, ManagedPool pool, CloseableHttpClient client, Runnable eviction) {
        this.port = port;
        this.ioThreads = ioThreads;
        this.pool = pool;
        this.client = client;
        this.eviction = eviction;
    }

    /** Creates one whose client is that of a blocking pool, or the blocking one of an asynchronous pool. */
    static Subject of(String kind, int port) {
        return of(
                kind,
                port,
                HttpPool.builder("subject")
                        .maxTotal(CONNECTIONS)
                        .timeouts(
                                t -> t.unordered().poolWait(WAIT).connect(WAIT).total(TOTAL)));
    }

    /** Creates one of a pool that is otherwise configured. */
    static Subject of(String kind, int port, HttpPoolBuilder builder) {
        if (kind.equals("blocking")) {
            HttpPool blocking = builder.build();
            return new Subject(port, ioThreads(kind), blocking, blocking.client(), blocking::evictIdle);
        }
        AsyncHttpPool async = builder.buildAsync();
        return new Subject(port, ioThreads(kind), async, async.blockingClient(), async::evictIdle);
    }

    /** Returns how many threads pools of a kind have for I/O: all of the JVM share them, and their number is the default. */
    static int ioThreads(String kind) {
        return kind.equals("blocking")
                ? 0
                : Math.min(MOST_IO_THREADS, Runtime.getRuntime().availableProcessors());
    }

    /** Sends a request, and returns the status once the body was read. */
    int get(String path) throws IOException {
        return get(path, TOTAL);
    }

    /** The same with a time of its own. */
    int get(String path, Duration total) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, total);
        return client.execute(new HttpGet("http://127.0.0.1:" + port + path), context, response -> {
            EntityUtils.toByteArray(response.getEntity());
            return response.getCode();
        });
    }

    PoolSnapshot books() {
        return pool.snapshot();
    }

    void evictIdle() {
        eviction.run();
    }

    @Override
    public void close() {
        pool.close();
    }
}
