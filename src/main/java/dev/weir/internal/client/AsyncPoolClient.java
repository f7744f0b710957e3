package dev.weir.internal.client;

import dev.weir.internal.call.Call;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.EndOfEvent;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.PoolEvents;
import dev.weir.internal.pool.Lifecycle;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous client of a pool: one object for the life of the pool, through all reconfigurations, and always started.
 * Closing it closes nothing. Thread-safe.
 */
public final class AsyncPoolClient extends CloseableHttpAsyncClient implements Configurable {

    /** A callback that takes no time, and so may be called on the thread of a connection. */
    interface Prompt {}

    private static final String CANCELLABLE = "weir.cancellable";

    private final String pool;
    private final PoolEvents events;

    // Replaced as a whole when the configuration changes.
    private volatile Worker current;

    /** The client behind it, until it is replaced and its last call has ended. */
    private static final class Worker {
        private final CloseableHttpAsyncClient client;
        private final RequestConfig config;
        private final CallWatch watch;
        // The number of calls under way, plus one while it is the current client.
        private final AtomicInteger uses = new AtomicInteger(1);

        Worker(CloseableHttpAsyncClient client, CallWatch watch) {
            this.client = client;
            this.watch = watch;
            this.config = AsyncClientFactory.requestConfig(client);
            client.start();
        }

        boolean enter() {
            int count = uses.get();
            while (count > 0 && !uses.compareAndSet(count, count + 1)) {
                count = uses.get();
            }
            return count > 0;
        }

        void leave() {
            if (uses.decrementAndGet() == 0) {
                client.initiateShutdown();
                client.close(CloseMode.IMMEDIATE);
            }
        }
    }

    /**
     * Creates the client.
     *
     * @param pool the name of its pool
     * @param first does the work until it is replaced
     * @param slow logs slow calls; null if that is off
     * @param events tells listeners of calls
     */
    public AsyncPoolClient(
            String pool, CloseableHttpAsyncClient first, @Nullable SlowRequests slow, PoolEvents events) {
        this.pool = pool;
        this.events = events;
        this.current = new Worker(first, new CallWatch(pool, slow, events));
    }

    /**
     * Replaces the client behind it from the next request on.
     *
     * @param next the client
     * @param slow logs slow calls; null if that is off
     */
    public void replace(CloseableHttpAsyncClient next, @Nullable SlowRequests slow) {
        Worker replaced = current;
        current = new Worker(next, new CallWatch(pool, slow, events));
        replaced.leave();
    }

    /** Ends the threads of the client, when the pool was closed. */
    public void shutDown() {
        current.leave();
    }

    /**
     * Lets a call be canceled by code that does not get its future, even before the call begins.
     *
     * @param context the context of the call
     * @return cancels the call
     */
    public static Cancellable cancellable(HttpContext context) {
        ComplexCancellable cancellable = new ComplexCancellable();
        context.setAttribute(CANCELLABLE, cancellable);
        return cancellable;
    }

    @Override
    protected <T> Future<T> doExecute(
            @Nullable HttpHost target,
            AsyncRequestProducer request,
            AsyncResponseConsumer<T> response,
            @Nullable HandlerFactory<AsyncPushConsumer> pushes,
            @Nullable HttpContext given,
            @Nullable FutureCallback<T> callback) {
        Worker worker = enter();
        HttpContext context = given == null ? HttpClientContext.create() : given;
        Ending<T> ending = new Ending<>(worker, context, callback, worker.watch.begin(context, target, null));
        boolean begun = false;
        try {
            ending.future.setDependency(worker.client.execute(target, request, response, pushes, context, ending));
            begun = true;
            if (context.getAttribute(CANCELLABLE) instanceof ComplexCancellable cancellable) {
                cancellable.setDependency(ending.future);
            }
            return ending.future;
        } finally {
            if (!begun) {
                ending.leave();
            }
        }
    }

    @Override
    public RequestConfig getConfig() {
        return current.config;
    }

    private Worker enter() {
        Worker worker = current;
        while (!worker.enter()) {
            if (worker == current) {
                throw Lifecycle.closed(pool);
            }
            worker = current;
        }
        return worker;
    }

    /**
     * The end of a call. HttpClient completes it before it releases its lease, so that a caller that sends the next request at
     * once might find no place: here it completes at the end of the event.
     */
    private static final class Ending<T> implements FutureCallback<T> {
        private final Worker worker;
        private final HttpContext context;
        private final @Nullable FutureCallback<T> callback;
        private final @Nullable CallNotes facts;
        private final ComplexFuture<T> future = new ComplexFuture<>(null);
        // A callback that throws may end the call a second time.
        private final AtomicBoolean left = new AtomicBoolean();

        Ending(Worker worker, HttpContext context, @Nullable FutureCallback<T> callback, @Nullable CallNotes facts) {
            this.worker = worker;
            this.context = context;
            this.callback = callback;
            this.facts = facts;
        }

        void leave() {
            if (left.compareAndSet(false, true)) {
                worker.leave();
            }
        }

        @Override
        public void completed(T result) {
            Call call = Call.of(context);
            EndOfEvent event = call == null ? null : call.event();
            if (call != null) {
                call.event(null); // a context may live long
            }
            Runnable end = () -> end(noted -> {}, () -> future.completed(result), told -> told.completed(result));
            if (event == null || callback instanceof Prompt) {
                end.run();
            } else {
                event.run(end);
            }
        }

        @Override
        public void failed(Exception cause) {
            end(
                    noted -> noted.failed(cause, System.nanoTime()),
                    () -> future.failed(cause),
                    told -> told.failed(cause));
        }

        @Override
        public void cancelled() {
            end(noted -> noted.cancelled(System.nanoTime()), future::cancel, FutureCallback::cancelled);
        }

        private void end(Consumer<CallNotes> how, Runnable settle, Consumer<FutureCallback<T>> toTell) {
            try {
                if (facts != null) {
                    how.accept(facts);
                    facts.last();
                }
            } finally {
                leave();
                settle.run();
                FutureCallback<T> told = callback;
                if (told instanceof Prompt) {
                    toTell.accept(told);
                } else if (told != null) {
                    CallbackExecutor.runOffIoThread(() -> toTell.accept(told));
                }
            }
        }
    }

    /** Does nothing: the client is started when the pool is built. */
    @Override
    public void start() {
        // See above.
    }

    @Override
    public IOReactorStatus getStatus() {
        return current.client.getStatus();
    }

    @Override
    public void awaitShutdown(TimeValue time) throws InterruptedException {
        current.client.awaitShutdown(time);
    }

    /** Leaves the pool open. */
    @Override
    public void initiateShutdown() {
        // The code that built the pool closes it.
    }

    @Override
    @Deprecated
    public void register(String hostname, String uriPattern, Supplier<AsyncPushConsumer> supplier) {
        throw new UnsupportedOperationException("Server pushes are refused");
    }

    /** Leaves the pool open. */
    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    /** Leaves the pool open. */
    @Override
    public void close(CloseMode mode) {
        // The code that built the pool closes it; closing a client "for good measure" must not close the pool.
    }
}
