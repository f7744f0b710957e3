package dev.weir.faults;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.TotalTimeoutException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Sends one request after the other while one of the pool's allocations after the other fails, and checks after each what is
 * still in use, and which sockets are open. To be loaded by {@link FailingClasses}.
 */
public final class FailingCalls implements Callable<String>, AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long GC_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long END_SECONDS = 60;
    private static final Duration WAIT = Duration.ofSeconds(30);
    // Of those of a burst, or of calls that need all features.
    private static final long MOST_STEPS = 150;

    private final ManagedPool pool;
    private final CloseableHttpClient client;
    private final Runnable evict;
    private final boolean isFeatured;
    private final boolean dials;
    private final int callers;
    private final long length;
    private final String uri;
    private final ExecutorService burst;
    private int failures;

    /**
     * Creates it.
     *
     * @param kind which client, and whether its pool has all features
     * @param dials whether each request needs a new connection
     * @param callers how many send a request at once
     * @param length how many allocations fail in a row
     * @param uri where the requests go to
     */
    public FailingCalls(String kind, Boolean dials, Integer callers, Long length, String uri) {
        this.dials = dials;
        this.callers = callers;
        this.burst = Executors.newFixedThreadPool(callers);
        this.length = length;
        this.uri = uri;
        this.isFeatured = kind.endsWith(" featured");
        HttpPoolBuilder builder =
                isFeatured ? Featured.on(pool(), URI.create(uri).getPort()) : pool();
        if (kind.startsWith("blocking")) {
            HttpPool blocking = builder.build();
            pool = blocking;
            client = blocking.client();
            evict = blocking::evictIdle;
        } else {
            AsyncHttpPool async = builder.buildAsync();
            pool = async;
            client = async.blockingClient();
            evict = async::evictIdle;
        }
    }

    // Callers of a burst wait for each other, on a machine that may be slow.
    private static HttpPoolBuilder pool() {
        return HttpPool.builder("failing")
                .maxTotal(2)
                .maxPerRoute(2)
                .timeouts(t -> t.unordered().poolWait(WAIT).connect(WAIT).total(WAIT));
    }

    /** Returns what is wrong; nothing if all went well. */
    @Override
    public String call() throws Exception {
        if (isFeatured) {
            Featured.learn(client, uri);
        }
        send();
        long most = allocations();
        long step = callers == 1 && !isFeatured ? 1 : 1 + most / MOST_STEPS;
        for (long first = 0; first < most; first += step) {
            prepare();
            failing(first);
            String rest = rest();
            if (!rest.isEmpty()) {
                return rest + " after the failure of allocation " + first + " of " + most + ": " + Allocations.where();
            }
        }
        prepare();
        send();
        return failures > 20 ? "" : "only " + failures + " of " + most + " allocations failed";
    }

    private void prepare() {
        if (dials) {
            evict.run();
        }
    }

    // Other threads make some more or less.
    private long allocations() throws Exception {
        prepare();
        long before = Allocations.count();
        send();
        return (Allocations.count() - before) * 5 / 4;
    }

    private void failing(long first) throws Exception {
        boolean hasFailed = Allocations.failing(first, length, () -> {
            try {
                send();
            } catch (TimeoutException e) {
                throw new IllegalStateException("A call does not end: " + Allocations.where(), e);
            } catch (Exception | Error e) {
                requireReason(e); // a retry may as well have saved it
            }
        });
        failures += hasFailed ? 1 : 0;
    }

    // No caller cancels a call here. Of a burst, others may fail for what the fault brings about.
    private void requireReason(Throwable failure) {
        if (callers == 1 && says(failure, "cancel") && !says(failure, "memory")) {
            throw new IllegalStateException("A failure that does not tell its reason: " + Allocations.where(), failure);
        }
        if (callers == 1 && (failure instanceof TotalTimeoutException || failure instanceof ConnectTimeoutException)) {
            throw new IllegalStateException("A call that only its time ends: " + Allocations.where(), failure);
        }
    }

    private static boolean says(Throwable failure, String word) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause).toLowerCase(Locale.ROOT).contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Sends what is sent at once. Each call ends, successfully or not. */
    private void send() throws Exception {
        if (callers == 1) {
            get();
            return;
        }
        List<Future<?>> calls = new ArrayList<>(callers);
        for (int i = 0; i < callers; i++) {
            calls.add(burst.submit(() -> {
                get();
                return null;
            }));
        }
        boolean isWell = true;
        for (Future<?> call : calls) {
            isWell &= isWell(call);
        }
        if (!isWell) {
            throw new IOException("not all succeeded");
        }
    }

    private static boolean isWell(Future<?> call) throws Exception {
        try {
            call.get(END_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            return false; // how it ends is not what this is about
        }
    }

    private void get() throws IOException {
        if (isFeatured) {
            Featured.call(client, uri);
            return;
        }
        client.execute(new HttpGet(uri), response -> {
            EntityUtils.consume(response.getEntity());
            return null;
        });
    }

    // A caller that was lost with what it held is found as garbage.
    private String rest() throws IOException {
        long startNanos = System.nanoTime();
        boolean isCollected = false;
        String inUse = inUse();
        while (!inUse.isEmpty() && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            if (!isCollected && System.nanoTime() - startNanos > GC_NANOS) {
                System.gc();
                isCollected = true;
            }
            LockSupport.parkNanos(100_000);
            inUse = inUse();
        }
        return inUse; // not another look: one of the sockets may come between two of its counts
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
        burst.shutdownNow();
        pool.close();
    }
}
