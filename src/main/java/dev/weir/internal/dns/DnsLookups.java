package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;

/**
 * Is told of each lookup of a host name.
 *
 * <p>Called by the thread that looked up, while it holds no lock. An exception reaches that one caller and does not
 * harm the cache. Implementations must be safe for use by many threads.
 */
@FunctionalInterface
public interface DnsLookups {

    /**
     * Reports one lookup. IP addresses in text form are not looked up and not reported.
     *
     * @param host the host name in lower case
     * @param outcome how the lookup ended
     * @param nanos the time the caller spent on it, in nanoseconds
     */
    void lookup(String host, LookupOutcome outcome, long nanos);
}
