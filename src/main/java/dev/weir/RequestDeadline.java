package dev.weir;

import dev.weir.internal.call.Call;
import java.time.Duration;
import java.util.Objects;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The time limit of one call, in place of {@code timeouts.total}. It applies to calls of {@link HttpPool#client()}, from the
 * queue to the last byte of the body, retries and redirects included.
 *
 * <pre>{@code
 * HttpClientContext context = HttpClientContext.create();
 * RequestDeadline.set(context, Duration.ofMillis(300));
 * pool.client().execute(request, context, handler);
 * }</pre>
 */
public final class RequestDeadline {

    private RequestDeadline() {}

    /**
     * Gives the calls that are executed with a context their own limit, shorter or longer than the pool's.
     *
     * @param context the context; a context serves one call at a time
     * @param total the limit; {@link Duration#ZERO} for none
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the limit is negative or longer than 292 years
     */
    public static void set(HttpContext context, Duration total) {
        Objects.requireNonNull(context, "context must not be null");
        Objects.requireNonNull(total, "total must not be null");
        if (total.isNegative() || total.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("total must be between 0 (no limit) and 292 years, but was " + total
                    + "; such as RequestDeadline.set(context, Duration.ofSeconds(10))");
        }
        Call.limit(context, total);
    }
}
