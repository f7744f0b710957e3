package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Derives the outcome of a dial from its failure. Pure. */
final class DialFailures {

    private DialFailures() {}

    static DialOutcome outcome(@Nullable Throwable failure, boolean isClosed) {
        if (failure == null) {
            return DialOutcome.CONNECTED;
        }
        if (failure instanceof SocketTimeoutException) {
            return DialOutcome.TIMED_OUT;
        }
        // A caller that closes a connection during its dial has given it up; the failure of the dial is then arbitrary.
        if (isClosed || failure instanceof InterruptedIOException) {
            return DialOutcome.CANCELLED;
        }
        return reason(failure);
    }

    private static DialOutcome reason(Throwable failure) {
        if (failure instanceof UnknownHostException) {
            return DialOutcome.NAME_NOT_FOUND;
        }
        if (failure instanceof SSLException) {
            return DialOutcome.TLS_FAILED;
        }
        if (failure instanceof BindException) {
            return DialOutcome.NO_LOCAL_PORT;
        }
        boolean isRefused = failure instanceof ConnectException || failure instanceof NoRouteToHostException;
        return isRefused ? DialOutcome.REFUSED : DialOutcome.FAILED;
    }
}
