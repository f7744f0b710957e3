package dev.weir.internal.pool;

import java.time.Duration;
import org.apache.hc.core5.util.Timeout;

/** Turns durations into HttpClient's timeouts, which count in milliseconds. */
public final class Millis {

    private Millis() {}

    /**
     * Rounds up, because HttpClient takes zero for no limit: a very short time must not become that.
     *
     * @param time the time; zero stays zero
     * @return the timeout in whole milliseconds
     */
    public static Timeout roundedUp(Duration time) {
        return Timeout.ofMilliseconds(time.plusNanos(999_999).toMillis());
    }
}
