package dev.weir.faults;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Sends one request after the other while one of the pool's allocations after the other fails, and looks after each what is still in use, and
 * which sockets are open. To be loaded by {@link FailingClasses}.
 */
public final class FailingCalls implements Callable<String>, AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long GC_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ManagedPool pool;
    private final CloseableHttpClient client;
    private final Runnable evict;
    private final boolean dials;
    private final long length;
    private final String uri;
    private int failures;

    /**
     * Creates it.
     *
     * @param kind which client
     * @param dials whether each request needs a new connection
     * @param length how many allocations fail in a row
     * @param uri where the requests go to
     */
    public FailingCalls(String kind, Boolean dials, Long length, String uri) {
        this.dials = dials;
        this.length = length;
        this.uri = uri;
        if (kind.equals("blocking")) {
            HttpPool blocking =
                    HttpPool.builder("failing").maxTotal(2).maxPerRoute(2).build();
            pool = blocking;
            client = blocking.client();
            evict = blocking::evictIdle;
        } else {
            AsyncHttpPool async =
                    HttpPool.builder("failing").maxTotal(2).maxPerRoute(2).buildAsync();
            pool = async;
            client = async.blockingClient();
            evict = async::evictIdle;
        }
    }

    /** Returns what is wrong; nothing if all went well. */
    @Override
    public String call() throws Exception {
        get();
        long most = allocations();
        for (long first = 0; first < most; first++) {
            prepare();
            failing(first);
            String rest = rest();
            if (!rest.isEmpty()) {
                return rest + " after the failure of allocation " + first + " of " + most + ": " + Allocations.where();
            }
        }
        prepare();
        get();
        return failures > 20 ? "" : "only " + failures + " failures of " + most;
    }

    private void prepare() {
        if (dials) {
            evict.run();
        }
    }

    // Other threads make some more or less.
    private long allocations() throws IOException {
        prepare();
        long before = Allocations.count();
        get();
        return (Allocations.count() - before) * 5 / 4;
    }

    private void failing(long first) throws Exception {
        Allocations.failing(first, length, () -> {
            try {
                get();
            } catch (Exception | Error e) {
                failures++;
            }
        });
    }

    private void get() throws IOException {
        client.execute(new HttpGet(uri), response -> {
            EntityUtils.consume(response.getEntity());
            return null;
        });
    }

    // Who was lost with what it held is found as garbage.
    private String rest() throws IOException {
        long startNanos = System.nanoTime();
        boolean isCollected = false;
        while (!inUse().isEmpty() && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            if (!isCollected && System.nanoTime() - startNanos > GC_NANOS) {
                System.gc();
                isCollected = true;
            }
            LockSupport.parkNanos(100_000);
        }
        return inUse();
    }

    private String inUse() throws IOException {
        PoolSnapshot now = pool.snapshot();
        boolean isQuiet = now.leased() == 0 && now.pending() == 0 && now.dialing() == 0;
        return isQuiet
                ? surplus(now.idle())
                : now.leased() + " leased, " + now.pending() + " pending, " + now.dialing() + " dialing";
    }

    private String surplus(int idle) throws IOException {
        long open = Sockets.areCountable() ? Sockets.open(URI.create(uri).getPort()) : idle;
        return open == idle ? "" : open + " sockets are open, of which the books have " + idle;
    }

    @Override
    public void close() {
        pool.close();
    }
}
