package dev.weir.spring;

import dev.weir.config.PoolSettings;
import dev.weir.config.Timeouts;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which timeouts hold for a pool: the specific beats the general, and what was not limited stays without limit.
 * Pure.
 *
 * @param connect time to open a connection; null for the default
 * @param read time between two bytes; null for no limit
 * @param isTotalLimited whether a call is limited as a whole
 * @param isConnectOurs whether connect is from a property of ours
 * @param isReadOurs whether read is from a property of ours
 */
record ClientTimes(
        @Nullable Duration connect,
        @Nullable Duration read,
        boolean isTotalLimited,
        boolean isConnectOurs,
        boolean isReadOurs) {

    /** What HttpClient takes for a connect timeout that was never set; Boot's 0 means no limit at all. */
    private static final Duration LONGEST_CONNECT = Duration.ofMinutes(3);

    /**
     * Decides.
     *
     * @param defaults our properties for every pool
     * @param pool our properties for this pool
     * @param general Boot's for every client
     * @param specific Boot's for this client, or set in code
     */
    static ClientTimes of(PoolProperties defaults, PoolProperties pool, BootTimes general, BootTimes specific) {
        TimeoutProperties ours = timeouts(pool);
        TimeoutProperties oursForAll = timeouts(defaults);
        Duration connect = first(ours.connect(), specific.connect(), oursForAll.connect(), general.connect());
        Duration read = first(ours.read(), specific.read(), oursForAll.read(), general.read());
        boolean isOurs = isAnySet(ours) || isAnySet(oursForAll);
        boolean isConnectOurs = isFirst(ours.connect(), specific.connect(), oursForAll.connect());
        boolean isReadOurs = isFirst(ours.read(), specific.read(), oursForAll.read());
        return new ClientTimes(unlimited(connect) ? LONGEST_CONNECT : connect, read, isOurs, isConnectOurs, isReadOurs);
    }

    void apply(PoolSettings<?> builder) {
        builder.timeouts(sheet -> {
            connect(sheet);
            read(sheet);
            if (!isTotalLimited) {
                sheet.total(Duration.ZERO);
            }
        });
    }

    private void connect(Timeouts.Builder sheet) {
        if (connect == null) {
            return;
        }
        if (isConnectOurs) {
            sheet.connect(connect);
        } else {
            sheet.adoptConnect(connect);
        }
    }

    private void read(Timeouts.Builder sheet) {
        Duration limit = read == null ? Duration.ZERO : read;
        if (isReadOurs) {
            sheet.read(limit);
        } else {
            sheet.adoptRead(limit);
        }
    }

    private static TimeoutProperties timeouts(PoolProperties properties) {
        TimeoutProperties timeouts = properties.timeouts();
        return timeouts == null ? new TimeoutProperties(null, null, null, null, null) : timeouts;
    }

    private static boolean isAnySet(TimeoutProperties times) {
        return Stream.of(times.poolWait(), times.connect(), times.read(), times.total())
                .anyMatch(Objects::nonNull);
    }

    /** Whether one of our two values comes before that of Boot's between them. */
    private static boolean isFirst(@Nullable Duration ours, @Nullable Duration boot, @Nullable Duration oursForAll) {
        return ours != null || (boot == null && oursForAll != null);
    }

    private static boolean unlimited(@Nullable Duration time) {
        return time != null && time.isZero();
    }

    private static @Nullable Duration first(@Nullable Duration... candidates) {
        return Stream.of(candidates).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
