package dev.weir.internal.dns;

import java.time.Duration;

/**
 * How long the cache of names keeps what it learned.
 *
 * @param ttl how long an answer is used without asking again; zero switches the whole cache off
 * @param negativeTtl how long a failure is used without asking again; zero lets every lookup ask
 * @param serveStale how long past its {@code ttl} an answer still serves while lookups fail; zero is never
 * @param stalePatience how long a lookup may take for a caller that could have an old answer; RFC 8767, section 5, suggests
 *     1.8 seconds
 */
public record DnsTimes(Duration ttl, Duration negativeTtl, Duration serveStale, Duration stalePatience) {

    /** The longest time for which a caller with an old answer waits. */
    public static final Duration LONGEST_PATIENCE = Duration.ofMillis(1_800);

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    DnsTimes(Duration ttl, Duration negativeTtl, Duration serveStale) {
        this(ttl, negativeTtl, serveStale, LONGEST_PATIENCE);
    }

    boolean isCacheOff() {
        return ttl.isZero();
    }

    /** The same times, with which answers expire early, so that they are renewed before their time is over. */
    DnsTimes ahead() {
        return new DnsTimes(ttl.minus(ttl.dividedBy(4)), negativeTtl, serveStale, stalePatience);
    }

    /** The age from which no answer can be used, not even a stale one; saturates instead of overflowing. */
    Duration answerLife() {
        return LONGEST.minus(ttl).compareTo(serveStale) < 0 ? LONGEST : ttl.plus(serveStale);
    }
}
