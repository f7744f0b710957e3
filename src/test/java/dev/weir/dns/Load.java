package dev.weir.dns;

import dev.weir.HttpPool;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** Threads that send one request after the other until they are told to stop. */
final class Load implements AutoCloseable {

    private final HttpPool pool;
    private final URI uri;
    private final AtomicLong answered = new AtomicLong();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    // Written by the thread that ends the load; read by its threads.
    private volatile boolean stopped;

    private Load(HttpPool pool, URI uri) {
        this.pool = pool;
        this.uri = uri;
    }

    static Load on(HttpPool pool, String uri, int callers) {
        Load load = new Load(pool, URI.create(uri));
        for (int i = 0; i < callers; i++) {
            Thread thread = new Thread(load::run, "load-" + i);
            load.threads.add(thread);
            thread.start();
        }
        return load;
    }

    long answered() {
        return answered.get();
    }

    List<Exception> failures() {
        return List.copyOf(failures);
    }

    private void run() {
        while (!stopped) {
            try {
                pool.client().execute(ClassicRequestBuilder.get(uri).build(), response -> {
                    EntityUtils.consume(response.getEntity());
                    return response.getCode();
                });
                answered.incrementAndGet();
            } catch (Exception e) {
                failures.add(e);
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
