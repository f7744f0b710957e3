package dev.weir.internal.dns;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the cache of names keeps what it learned.
 *
 * @param ttl how long an answer is used without asking again, at most; zero switches the whole cache off
 * @param minTtl how long an answer is used if its own time is shorter; no longer than {@code ttl}
 * @param negativeTtl how long a failure is used without asking again; zero lets every lookup ask
 * @param serveStale how long past its {@code ttl} an answer still serves while lookups fail; zero is never
 * @param stalePatience how long a lookup may take for a caller that could have an old answer; RFC 8767, section 5, suggests
 *     1.8 seconds
 * @param isAhead whether an answer is renewed before its time is over
 */
public record DnsTimes(
        Duration ttl,
        Duration minTtl,
        Duration negativeTtl,
        Duration serveStale,
        Duration stalePatience,
        boolean isAhead) {

    /** The longest time for which a caller with an old answer waits. */
    public static final Duration LONGEST_PATIENCE = Duration.ofMillis(1_800);

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    /**
     * Creates times with which an answer is used until its time is over.
     *
     * @param ttl how long an answer is used, at most
     * @param minTtl how long an answer is used if its own time is shorter
     * @param negativeTtl how long a failure is used
     * @param serveStale how long an answer still serves while lookups fail
     * @param stalePatience how long a lookup may take for a caller that could have an old answer
     */
    public DnsTimes(Duration ttl, Duration minTtl, Duration negativeTtl, Duration serveStale, Duration stalePatience) {
        this(ttl, minTtl, negativeTtl, serveStale, stalePatience, false);
    }

    DnsTimes(Duration ttl, Duration negativeTtl, Duration serveStale) {
        this(ttl, ttl, negativeTtl, serveStale, LONGEST_PATIENCE);
    }

    boolean isCacheOff() {
        return ttl.isZero();
    }

    /** The same times, with which answers expire early, so that they are renewed before their time is over. */
    DnsTimes ahead() {
        return new DnsTimes(ttl, minTtl, negativeTtl, serveStale, stalePatience, true);
    }

    /** Times with which everything that is known has expired. */
    DnsTimes over() {
        return new DnsTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, serveStale, stalePatience, false);
    }

    /** How long an answer is used: for its own time within the bounds; null if it has none. */
    Duration use(@Nullable Duration ownTtl) {
        Duration whole = ownTtl == null ? ttl : shorter(longer(ownTtl, minTtl), ttl);
        return isAhead ? whole.minus(whole.dividedBy(4)) : whole;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** The age from which no answer can be used, not even a stale one. */
    Duration answerLife() {
        return life(null);
    }

    /** The same for an answer with a time of its own; saturates instead of overflowing. */
    Duration life(@Nullable Duration ownTtl) {
        Duration use = use(ownTtl);
        return LONGEST.minus(use).compareTo(serveStale) < 0 ? LONGEST : use.plus(serveStale);
    }
}
