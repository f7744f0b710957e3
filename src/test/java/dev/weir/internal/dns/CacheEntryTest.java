package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.HIT;
import static dev.weir.event.LookupOutcome.NEGATIVE;
import static dev.weir.event.LookupOutcome.STALE;
import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.LookupOutcome;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decision alone, at each edge. Times in nanoseconds: ttl 10, negativeTtl 5, serveStale 20. */
class CacheEntryTest {

    private static final DnsTimes TIMES = new DnsTimes(ofNanos(10), ofNanos(5), ofNanos(20));
    private static final DnsTimes ENDLESS = new DnsTimes(
            Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE));
    private static final CacheEntry ANSWERED =
            CacheEntry.answered(AddressHistory.NONE, List.of(new InetSocketAddress("10.0.0.1", 443)), 0);

    @ParameterizedTest
    @CsvSource({"-1, HIT", "0, HIT", "9, HIT", "10, ", "29, ", "30, "})
    void anAnswerHitsWithinItsTtl(long nowNanos, @Nullable LookupOutcome outcome) {
        assertThat(outcomeOf(ANSWERED.at(nowNanos, TIMES))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"10, STALE", "29, STALE", "30, "})
    void anAnswerIsStaleForServeStaleMore(long nowNanos, @Nullable LookupOutcome outcome) {
        assertThat(outcomeOf(ANSWERED.stale(nowNanos, TIMES))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"0, NEGATIVE", "4, NEGATIVE", "5, "})
    void aFailureHoldsWithinTheNegativeTtl(long nowNanos, @Nullable LookupOutcome outcome) {
        CacheEntry failed = CacheEntry.failed(null, new UnknownHostException(), 0);

        assertThat(outcomeOf(failed.at(nowNanos, TIMES))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"27, STALE", "29, STALE", "30, NEGATIVE", "31, NEGATIVE", "32, "})
    void aFailureAfterAnAnswerIsStaleFirstAndNegativeThen(long nowNanos, @Nullable LookupOutcome outcome) {
        CacheEntry both = CacheEntry.failed(ANSWERED, new UnknownHostException(), 27);

        assertThat(outcomeOf(both.at(nowNanos, TIMES))).isEqualTo(outcome);
    }

    @Test
    void theLongestTimesDoNotOverflow() {
        CacheEntry failed = CacheEntry.failed(null, new UnknownHostException(), 0);

        assertThat(outcomeOf(ANSWERED.at(Long.MAX_VALUE, ENDLESS))).isEqualTo(HIT);
        assertThat(outcomeOf(ANSWERED.stale(Long.MAX_VALUE, ENDLESS))).isEqualTo(STALE);
        assertThat(outcomeOf(failed.at(Long.MAX_VALUE, ENDLESS))).isEqualTo(NEGATIVE);
    }

    @Test
    void anAnswerIsRenewedAtThreeQuartersOfItsTime() {
        DnsTimes ahead = new DnsTimes(ofNanos(12), ofNanos(5), ofNanos(20)).ahead();

        assertThat(ANSWERED.at(8, ahead)).isNotNull();
        assertThat(ANSWERED.at(9, ahead)).isNull();
    }

    @Test
    void aDoubtedAnswerDoesNotHitButIsStale() {
        CacheEntry doubted = ANSWERED.doubted();

        assertThat(doubted.at(0, TIMES)).isNull();
        assertThat(outcomeOf(doubted.stale(0, TIMES))).isEqualTo(STALE);
        assertThat(doubted.stale(30, TIMES)).isNull();
    }

    private static @Nullable LookupOutcome outcomeOf(@Nullable Resolution resolution) {
        return resolution == null ? null : resolution.outcome();
    }
}
