package dev.weir.internal.pool;

import dev.weir.internal.event.Wire;
import org.apache.hc.core5.http.EndpointDetails;
import org.jspecify.annotations.Nullable;

/**
 * HttpCore's counters of a connection. Immutable.
 *
 * @param details its counters
 */
record WireCounts(EndpointDetails details) implements Wire {

    /** Returns the counts of a connection; null if it has none. */
    static @Nullable Wire of(@Nullable EndpointDetails details) {
        return details == null ? null : new WireCounts(details);
    }

    @Override
    public long sent() {
        return details.getSentBytesCount();
    }

    @Override
    public long received() {
        return details.getReceivedBytesCount();
    }
}
