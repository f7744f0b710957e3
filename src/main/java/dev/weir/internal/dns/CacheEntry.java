package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of one name: the last answer, a failure since then, or both. Decides whether that counts at a time. */
record CacheEntry(@Nullable Answer answer, @Nullable Failure failure) {

    /** Addresses, when they were received, the answers up to then, and whether to ask again before they are used. */
    record Answer(List<InetSocketAddress> addresses, long sinceNanos, AddressHistory history, boolean isDoubted) {}

    /** An exception, and when it was thrown. */
    record Failure(UnknownHostException exception, long sinceNanos) {}

    static CacheEntry answered(AddressHistory before, List<InetSocketAddress> addresses, long nowNanos) {
        Answer answer = new Answer(addresses, nowNanos, before.plus(addresses), false);
        return new CacheEntry(answer, null);
    }

    static CacheEntry failed(@Nullable CacheEntry known, UnknownHostException exception, long nowNanos) {
        return new CacheEntry(known == null ? null : known.answer, new Failure(exception, nowNanos));
    }

    /** Returns the same with an answer that is used only if the resolver fails, or is slow. */
    CacheEntry doubted() {
        return answer == null
                ? this
                : new CacheEntry(new Answer(answer.addresses, answer.sinceNanos, answer.history, true), failure);
    }

    /** Returns what to tell a caller without asking the resolver, or null if it has to be asked. */
    @Nullable
    Resolution at(long nowNanos, DnsTimes times) {
        if (answer != null && !answer.isDoubted() && isWithin(times.ttl(), answer.sinceNanos(), nowNanos)) {
            return new Resolution(LookupOutcome.HIT, answer.addresses(), null);
        }
        if (failure == null || !isWithin(times.negativeTtl(), failure.sinceNanos(), nowNanos)) {
            return null;
        }
        Resolution stale = stale(nowNanos, times);
        return stale != null ? stale : new Resolution(LookupOutcome.NEGATIVE, List.of(), failure.exception());
    }

    /** Returns the old answer for a caller whose lookup failed, or null if there is none or it is too old. */
    @Nullable
    Resolution stale(long nowNanos, DnsTimes times) {
        return answer != null && isWithin(times.answerLife(), answer.sinceNanos(), nowNanos)
                ? new Resolution(LookupOutcome.STALE, answer.addresses(), null)
                : null;
    }

    private static boolean isWithin(Duration limit, long sinceNanos, long nowNanos) {
        return Duration.ofNanos(nowNanos - sinceNanos).compareTo(limit) < 0;
    }
}
