package dev.weir.internal.client;

import dev.weir.internal.identity.SharedLoginException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * Decides after which results a request may be sent again: an idempotent one after an I/O error, as in HttpClient, and one
 * that may be sent twice after an error status. It notes that in the context of the call and leaves the retry to the step
 * around HttpClient's own ({@link RetryStep}, {@link AsyncRetryStep}), which knows the configuration of the route, and waits
 * and counts as HttpClient's cannot. A strategy that a customizer sets in its place takes over all of this. Immutable.
 */
final class ServiceRetryStrategy implements HttpRequestRetryStrategy {

    // The exceptions after which HttpClient itself does not retry, plus a head that would be too long again.
    private static final List<Class<? extends IOException>> FINAL_FAILURES = List.of(
            InterruptedIOException.class,
            UnknownHostException.class,
            ConnectException.class,
            ConnectionClosedException.class,
            NoRouteToHostException.class,
            MessageConstraintException.class,
            SSLException.class,
            SharedLoginException.class);

    @Override
    public boolean retryRequest(HttpRequest request, IOException failure, int execCount, HttpContext context) {
        // Asynchronous exchanges also fail this way where blocking ones get a NoHttpResponseException.
        boolean isUnanswered = Repeats.takeUnanswered(context) && failure.getClass() == ConnectionClosedException.class;
        if ((isUnanswered || !isFinal(failure)) && !isCancelled(request) && Method.isIdempotent(request.getMethod())) {
            Repeats.wish(context);
        }
        return false;
    }

    private static boolean isFinal(IOException failure) {
        return FINAL_FAILURES.stream().anyMatch(type -> type.isInstance(failure));
    }

    private static boolean isCancelled(HttpRequest request) {
        return request instanceof CancellableDependency cancellable && cancellable.isCancelled();
    }

    @Override
    public boolean retryRequest(HttpResponse response, int execCount, HttpContext context) {
        if (response.getCode() >= HttpStatus.SC_CLIENT_ERROR
                && mayBeSentTwice(HttpClientContext.cast(context).getRequest())) {
            Repeats.wish(context);
        }
        return false;
    }

    // Without a request, the response is a proxy's to CONNECT: the request itself was not sent.
    private static boolean mayBeSentTwice(@Nullable HttpRequest request) {
        return request == null || Replayable.mayBeSentTwice(request);
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int execCount, HttpContext context) {
        return TimeValue.ZERO_MILLISECONDS;
    }
}
