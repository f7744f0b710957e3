package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of one name: the last answer, a failure since then, or both. Decides whether that counts at a time. */
record CacheEntry(@Nullable Answer answer, @Nullable Failure failure) {

    /** Addresses, the time for which they count, when they were received, and the answers up to then. */
    record Answer(
            List<InetSocketAddress> addresses, @Nullable Duration ttl, long sinceNanos, AddressHistory history) {}

    /** An exception, and when it was thrown. */
    record Failure(UnknownHostException exception, long sinceNanos) {}

    static CacheEntry answered(AddressHistory before, List<InetSocketAddress> addresses, long nowNanos) {
        Answer answer = new Answer(addresses, TimedAddress.ttl(addresses), nowNanos, before.plus(addresses));
        return new CacheEntry(answer, null);
    }

    static CacheEntry failed(@Nullable CacheEntry known, UnknownHostException exception, long nowNanos) {
        return new CacheEntry(known == null ? null : known.answer, new Failure(exception, nowNanos));
    }

    /** Returns what to tell a caller without asking the resolver, or null if it has to be asked. */
    @Nullable
    Resolution at(long nowNanos, DnsTimes times) {
        if (answer != null && isWithin(times.use(answer.ttl()), answer.sinceNanos(), nowNanos)) {
            return Resolution.hit(answer.addresses());
        }
        if (failure == null || !isWithin(times.negativeTtl(), failure.sinceNanos(), nowNanos)) {
            return null;
        }
        Resolution stale = stale(nowNanos, times);
        return stale != null ? stale : Resolution.negative(failure.exception());
    }

    /** Returns the old answer for a caller whose lookup failed, or null if there is none or it is too old. */
    @Nullable
    Resolution stale(long nowNanos, DnsTimes times) {
        return answer != null && isWithin(times.life(answer.ttl()), answer.sinceNanos(), nowNanos)
                ? Resolution.stale(answer.addresses())
                : null;
    }

    /**
     * Returns for how long this entry may still be of use; zero or negative when it has expired. The same for all answers
     * of one age, whatever they say for how long they count.
     */
    Duration remainingLife(long nowNanos, DnsTimes times) {
        if (answer != null) {
            return times.answerLife().minus(age(answer.sinceNanos(), nowNanos));
        }
        return failure == null ? Duration.ZERO : times.negativeTtl().minus(age(failure.sinceNanos(), nowNanos));
    }

    private static boolean isWithin(Duration limit, long sinceNanos, long nowNanos) {
        return age(sinceNanos, nowNanos).compareTo(limit) < 0;
    }

    private static Duration age(long sinceNanos, long nowNanos) {
        return Duration.ofNanos(nowNanos - sinceNanos);
    }
}
