package dev.weir.internal.client;

import dev.weir.internal.call.Call;
import dev.weir.internal.identity.SharedLoginException;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.retry.RetryAfter;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.retry.RetryRule;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;

/**
 * Decides what is sent again, for both of HttpClient's retry steps: at once a request that lost the race with a server that
 * was closing an idle connection, where that does no harm; a request that its server has certainly not executed (its stream
 * is above the last one of GOAWAY, or was refused, or was never opened); and after a pause, within deadline and budget, one
 * that failed or got a status, as {@code retry} allows. Nothing is sent again once a response has begun. What it decides it
 * notes in the {@link Call}; {@link LeaseStep} and {@link AsyncLeaseStep} carry it out. A strategy that a customizer sets in
 * its place takes over all of this. Thread-safe.
 */
final class ResendStrategy implements HttpRequestRetryStrategy {

    private static final String BUDGET_HEADER = "Weir-Retry";
    private static final String USED_UP = "budget-used-up";

    private final ConnectionPool pool;

    ResendStrategy(ConnectionPool pool) {
        this.pool = pool;
    }

    /** Tells whether executing a request twice does no harm: its method is idempotent, or its server knows it by a key. */
    static boolean mayBeSentTwice(HttpRequest request) {
        String method = request.getMethod();
        // HttpCore searches an enum for the method in capitals.
        return "GET".equals(method) || Method.isIdempotent(method) || request.containsHeader("Idempotency-Key");
    }

    @Override
    public boolean retryRequest(HttpRequest request, IOException failure, int execCount, HttpContext context) {
        Call call = Call.of(context);
        if (call == null || call.isCanceled() || !call.hasRepeatableBody()) {
            return false;
        }
        if (call.isAnswered()) {
            // The failure came while an unwanted response was drained, or in the pause after it.
            return call.isSentAgain() && !CallWatch.isByCaller(request, failure);
        }
        if (failure instanceof RequestNotExecutedException) {
            return call.repeat();
        }
        boolean isShared =
                HttpVersion.HTTP_2.equals(HttpClientContext.cast(context).getProtocolVersion());
        return call.replay(mayBeSentTwice(request), isShared)
                || (isPassing(failure) && Method.isIdempotent(request.getMethod()) && retry(call, failure, context));
    }

    private RetryRule rule(Call call) {
        return pool.route(call.route()).policy().retry;
    }

    // The exceptions after which HttpClient itself does not retry, plus what a peer would get wrong again: a head that
    // is too long, plaintext before TLS.
    private static boolean isPassing(IOException failure) {
        // Where blocking exchanges get a NoHttpResponseException, others get exactly this.
        return failure instanceof ConnectionClosedException
                ? failure.getClass() == ConnectionClosedException.class
                : !(failure instanceof InterruptedIOException
                        || failure instanceof UnknownHostException
                        || failure instanceof ConnectException
                        || failure instanceof NoRouteToHostException
                        || failure instanceof ClientProtocolException
                        || failure instanceof MessageConstraintException
                        || failure instanceof SSLException
                        || failure instanceof SharedLoginException);
    }

    private boolean retry(Call call, IOException failure, HttpContext context) {
        try {
            return retry(call, rule(call), 0, context);
        } catch (RetryBudgetException refusal) {
            call.refused(refusal);
            call.explain(failure);
            return false;
        }
    }

    @Override
    public boolean retryRequest(HttpResponse response, int execCount, HttpContext context) {
        Call call = response.getCode() < HttpStatus.SC_CLIENT_ERROR ? null : Call.of(context);
        if (call == null) {
            return false;
        }
        RetryRule rule = rule(call);
        HttpRequest request = HttpClientContext.cast(context).getRequest();
        // Without a request, the response is a proxy's to CONNECT: the request itself was not sent.
        boolean mayBeRetried = rule.statuses().contains(response.getCode())
                && call.hasRepeatableBody()
                && (request == null || mayBeSentTwice(request));
        try {
            return mayBeRetried && retry(call, rule, retryAfterNanos(response), context);
        } catch (RetryBudgetException refusal) {
            response.setHeader(BUDGET_HEADER, USED_UP);
            return false;
        }
    }

    // An unreadable header counts as missing.
    private static long retryAfterNanos(HttpResponse response) {
        Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        String value = header == null ? null : header.getValue();
        return value == null ? 0 : RetryAfter.nanos(value, Instant.now()).orElse(0);
    }

    // The budget comes last, because a retry that is refused for another reason costs nothing.
    private boolean retry(Call call, RetryRule rule, long retryAfterNanos, HttpContext context)
            throws RetryBudgetException {
        OptionalLong pauseNanos = rule.pauseNanos(
                call.retries() + 1, retryAfterNanos, ThreadLocalRandom.current().nextDouble(), call.leftNanos());
        if (pauseNanos.isEmpty()) {
            return false;
        }
        call.retry(pool.retry(call.route(), context), pauseNanos.getAsLong());
        return true;
    }

    /** {@inheritDoc} None: HttpClient's own pause cannot be canceled, and would keep the connection. */
    @Override
    public TimeValue getRetryInterval(HttpResponse response, int execCount, HttpContext context) {
        return TimeValue.ZERO_MILLISECONDS;
    }
}
