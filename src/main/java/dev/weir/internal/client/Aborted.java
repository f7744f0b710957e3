package dev.weir.internal.client;

import dev.weir.failure.PoolClosedException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;

/**
 * Says that a request was canceled, where HttpClient and the connection manager only say that its connection is gone: they
 * do so with an {@link IllegalStateException}, if it was canceled just before they use the connection. Pure.
 */
final class Aborted {

    private Aborted() {}

    /** Returns the failure to report for a failure of a call that was canceled, or was not. */
    static Exception meaning(Exception failure, boolean isAborted) {
        boolean isTold = failure instanceof CancellationException || failure instanceof PoolClosedException;
        boolean isOfConnection = failure instanceof IllegalStateException && !isTold;
        return isAborted && isOfConnection ? new RequestFailedException("Request aborted", failure) : failure;
    }
}
