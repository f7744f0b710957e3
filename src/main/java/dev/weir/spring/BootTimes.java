package dev.weir.spring;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * The timeouts that Boot knows as well.
 *
 * @param connect time to open a connection; null if unset
 * @param read time between two bytes; null if unset
 */
record BootTimes(@Nullable Duration connect, @Nullable Duration read) {

    static BootTimes of(HttpClientSettings settings) {
        return new BootTimes(settings.connectTimeout(), settings.readTimeout());
    }

    /** What of these is not the same in others: what was set for one client only. */
    BootTimes differingFrom(BootTimes general) {
        return new BootTimes(
                Objects.equals(connect, general.connect) ? null : connect,
                Objects.equals(read, general.read) ? null : read);
    }

    /** These, and where there is none, the others. */
    BootTimes or(BootTimes others) {
        return new BootTimes(connect == null ? others.connect : connect, read == null ? others.read : read);
    }
}
