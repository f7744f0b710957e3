package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.internal.identity.SharedLoginException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * Retries what is safe: an idempotent request once after an I/O error, as HttpClient does, and a response only if its
 * status was asked for, the request may be sent twice, and the pause that the server wants fits into what the call has
 * left of {@code timeouts.total}.
 */
final class ServiceRetryStrategy extends DefaultHttpRequestRetryStrategy {

    // The exceptions after which HttpClient itself does not retry, and a head that is too long the next time, too.
    private static final List<Class<? extends IOException>> FINAL_FAILURES = List.of(
            InterruptedIOException.class,
            UnknownHostException.class,
            ConnectException.class,
            ConnectionClosedException.class,
            NoRouteToHostException.class,
            MessageConstraintException.class,
            SSLException.class);

    ServiceRetryStrategy(PoolConfig config) {
        super(
                config.retry().maxRetries(),
                TimeValue.of(config.retry().interval()),
                FINAL_FAILURES,
                config.retry().statuses());
    }

    // The configured number of retries is about responses.
    @Override
    public boolean retryRequest(HttpRequest request, IOException failure, int execCount, HttpContext context) {
        boolean repeats = execCount == 1
                && !Repeats.isSpent(context)
                && !isFinal(failure)
                && !isCancelled(request)
                && handleAsIdempotent(request);
        if (repeats) {
            Repeats.spend(context);
        }
        return repeats;
    }

    private static boolean isFinal(IOException failure) {
        return failure instanceof SharedLoginException
                || FINAL_FAILURES.stream().anyMatch(type -> type.isInstance(failure));
    }

    private static boolean isCancelled(HttpRequest request) {
        return request instanceof CancellableDependency cancellable && cancellable.isCancelled();
    }

    @Override
    public boolean retryRequest(HttpResponse response, int execCount, HttpContext context) {
        boolean retries = super.retryRequest(response, execCount, context)
                && mayBeSentTwice(HttpClientContext.cast(context).getRequest())
                && fits(response, execCount, context);
        CallDeadline deadline = CallLimit.runningIn(context);
        if (retries && deadline != null) {
            deadline.pausing();
        }
        return retries;
    }

    // Without a request, the response is a proxy's to CONNECT: the request itself was not sent.
    private boolean mayBeSentTwice(@Nullable HttpRequest request) {
        return request == null || Replayable.mayBeSentTwice(request);
    }

    private boolean fits(HttpResponse response, int execCount, HttpContext context) {
        Duration left = CallLimit.left(context);
        return left == null
                || getRetryInterval(response, execCount, context).toDuration().compareTo(left) < 0;
    }
}
