package dev.weir.internal.manager;

import dev.weir.event.CloseCause;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;

/** Derives from the failure of an exchange why its connection would be closed now. */
final class CloseCauses {

    private CloseCauses() {}

    static CloseCause afterFailure(Throwable failure, boolean reused) {
        if (failure instanceof HttpException) {
            return CloseCause.PROTOCOL_ERROR;
        }
        if (failure instanceof NoHttpResponseException || failure instanceof SocketException) {
            return reused ? CloseCause.SERVER_CLOSED_IDLE : CloseCause.RESET;
        }
        if (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException)) {
            return CloseCause.CANCELLED;
        }
        return CloseCause.ERROR;
    }

    static CloseCause withinBody(IOException failure) {
        if (failure instanceof SocketException
                || failure instanceof ConnectionClosedException
                || failure instanceof TruncatedChunkException) {
            return CloseCause.RESET;
        }
        if (failure instanceof MalformedChunkCodingException) {
            return CloseCause.PROTOCOL_ERROR;
        }
        return afterFailure(failure, false);
    }
}
