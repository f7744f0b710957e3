package dev.weir.internal.client;

import dev.weir.failure.PoolClosedException;
import java.net.SocketException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpRequest;

/**
 * Says that a request was canceled, where HttpClient and the connection manager only say that its connection is gone: they
 * do so with an {@link IllegalStateException}, if it was canceled just before they use the connection. Pure.
 */
final class Aborted {

    // Causes may form a ring.
    private static final int MOST_CAUSES = 10;

    private Aborted() {}

    /**
     * Tells whether a call failed because its caller gave it up: canceled the request or was interrupted. An interrupt
     * closes the socket that a virtual thread reads.
     */
    static boolean byCaller(HttpRequest request, Throwable failure) {
        boolean isCanceled = request instanceof CancellableDependency cancellable && cancellable.isCancelled();
        boolean isCutOff =
                failure instanceof SocketException && Thread.currentThread().isInterrupted();
        return isCanceled || isCutOff || isOfInterrupt(failure);
    }

    private static boolean isOfInterrupt(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            if (cause instanceof InterruptedException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Returns the failure to report for a failure of a call that was canceled, or was not. */
    static Exception meaning(Exception failure, boolean isAborted) {
        boolean isTold = failure instanceof CancellationException || failure instanceof PoolClosedException;
        boolean isOfConnection = failure instanceof IllegalStateException && !isTold;
        return isAborted && isOfConnection ? new RequestFailedException("Request aborted", failure) : failure;
    }
}
