package dev.weir.internal.client;

import dev.weir.internal.callback.CallerErrors;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the body of a blocking caller: on a separate thread, while the caller waits for the response and reads it, or on the
 * caller's thread if none is free. One thread at a time touches the body, and none does once the caller has its result,
 * unless the body's own code does not return. Thread-safe.
 */
final class BodyUpload {

    // As late as a call may end when its total time is over.
    private static final long LONGEST_LEAVING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final FlowingRequest request;
    private final FlowingRequest.Reader reader;
    private final Consumer<Exception> broken;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();

    // Both guarded by the lock.
    private @Nullable Thread runner;
    private boolean isStopped;

    // Written before the end.
    private volatile @Nullable Error error;

    /**
     * Creates it.
     *
     * @param request the request with the body
     * @param reader reads the response, if that is another thread
     * @param broken receives the failure of the body, which ends the call
     */
    BodyUpload(FlowingRequest request, FlowingRequest.Reader reader, Consumer<Exception> broken) {
        this.request = request;
        this.reader = reader;
        this.broken = broken;
    }

    /** Sends the body: returns at once if a thread takes it, otherwise when it is sent or no longer wanted. */
    void start(HelperThreads threads) throws IOException, InterruptedException {
        request.pacedBy(reader);
        if (threads.take(this::run)) {
            return;
        }
        request.pacedBy(null);
        try {
            request.send();
        } finally {
            ended.countDown();
        }
    }

    private void run() {
        if (!enter()) {
            ended.countDown();
            return;
        }
        try {
            request.send();
        } catch (InterruptedException e) {
            broken.accept(new InterruptedIOException("The body was not sent to its end"));
        } catch (IOException | RuntimeException e) {
            broken.accept(e);
        } catch (Error e) {
            error = e;
            broken.accept(CallerErrors.asException(e));
        } finally {
            leave();
            ended.countDown();
        }
    }

    private boolean enter() {
        lock.lock();
        try {
            runner = isStopped ? null : Thread.currentThread();
            return !isStopped;
        } finally {
            lock.unlock();
        }
    }

    // The interrupt must not affect the next body that the thread sends.
    private void leave() {
        lock.lock();
        try {
            runner = null;
            Thread.interrupted();
        } finally {
            lock.unlock();
        }
    }

    /** Throws the error of the body, if it failed with one. */
    void rethrow() {
        Error thrown = error;
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Waits until all of the body is sent, or the rest is not wanted. */
    void await() throws InterruptedException {
        ended.await();
    }

    /** Stops sending the body, and waits a moment for its thread to leave it. */
    void stop() {
        request.stop();
        interrupt();
        boolean wasInterrupted = Thread.interrupted(); // this may be why it has to stop
        try {
            ended.await(LONGEST_LEAVING_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            wasInterrupted = true;
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void interrupt() {
        lock.lock();
        try {
            isStopped = true;
            if (runner != null) {
                runner.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
