package dev.weir.internal.async;

import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The wait for {@code 100 Continue} over HTTP/2, which HttpCore does not limit: after it the body is sent anyway, because a
 * server may not know the expectation (RFC 9110, section 10.1.1). Thread-safe.
 */
final class ContinueWait extends Alarm {

    // The time for which HttpCore waits over HTTP/1.1.
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Runnable onEnd;

    private ContinueWait(long sinceNanos, Runnable onEnd) {
        super(sinceNanos + LONGEST_NANOS);
        this.onEnd = onEnd;
    }

    /** Begins to wait, if the request asks for it. */
    static void begin(HttpRequest request, @Nullable EntityDetails details, Alarms alarms, Runnable onEnd)
            throws NoThreadException {
        if (details != null && request.containsHeader(HttpHeaders.EXPECT) && isContinue(request)) {
            alarms.set(new ContinueWait(alarms.nowNanos(), onEnd));
        }
    }

    private static boolean isContinue(HttpRequest request) {
        return HeaderElements.CONTINUE.equalsIgnoreCase(
                request.getFirstHeader(HttpHeaders.EXPECT).getValue());
    }

    @Override
    protected void ring() {
        onEnd.run();
    }
}
