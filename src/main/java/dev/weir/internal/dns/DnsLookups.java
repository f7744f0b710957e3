package dev.weir.internal.dns;

/**
 * Is told of each lookup of a host name.
 *
 * <p>Called by the thread that looked up, while it holds no lock. An exception reaches that one caller and does not
 * harm the cache. Implementations must be safe for use by many threads.
 */
@FunctionalInterface
public interface DnsLookups {

    /** How a lookup ended. */
    enum Outcome {
        /** The cache had an answer within its time. */
        HIT,

        /** The resolver was asked, by this caller or by one it waited for, and answered. */
        MISS,

        /** The resolver failed, and an answer past its time served instead. */
        STALE,

        /** The cache had a failure within its time; the caller got an exception. */
        NEGATIVE,

        /** The resolver was asked and failed, or the wait for it was ended or interrupted; the caller got an exception. */
        FAILED
    }

    /**
     * Reports one lookup. IP addresses in text form are not looked up and not reported.
     *
     * @param host the host name in lower case
     * @param outcome how the lookup ended
     * @param nanos the time the caller spent on it, in nanoseconds
     */
    void lookup(String host, Outcome outcome, long nanos);

    /**
     * Notes that a lookup begins.
     *
     * @return is told of its end, on the thread that has the result
     */
    default DnsLookups begin() {
        return this;
    }
}
