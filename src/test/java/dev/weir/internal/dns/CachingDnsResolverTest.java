package dev.weir.internal.dns;

import static dev.weir.internal.dns.DnsLookups.Outcome.FAILED;
import static dev.weir.internal.dns.DnsLookups.Outcome.HIT;
import static dev.weir.internal.dns.DnsLookups.Outcome.MISS;
import static dev.weir.internal.dns.DnsLookups.Outcome.NEGATIVE;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CachingDnsResolverTest {

    private static final Duration TTL = ofSeconds(10);
    private static final Duration NEGATIVE_TTL = ofSeconds(5);
    private static final Duration SERVE_STALE = ofSeconds(60);
    private static final Duration INSTANT = ofNanos(1);

    private final FakeClock clock = new FakeClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private DnsTimes times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE);
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> times, clock, lookups);

    @Nested
    class Answers {

        @Test
        void serveUntilJustBeforeTheirTtl() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            resolver.resolve("recs");
            clock.advance(TTL.minus(INSTANT));

            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.1"));
            assertThat(delegate.asked()).hasSize(1);
            assertThat(lookups.outcomes()).containsExactly(MISS, HIT);
        }

        @Test
        void areAskedForAgainAtTheirTtl() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            resolver.resolve("recs");
            delegate.answers("recs", "10.0.0.2");
            clock.advance(TTL);

            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.2"));
            assertThat(lookups.outcomes()).containsExactly(MISS, MISS);
        }

        @Test
        void countTheirTtlFromTheEndOfTheLookup() throws Exception {
            delegate.script("recs", () -> {
                clock.advance(TTL);
                return addresses("10.0.0.1");
            });
            resolver.resolve("recs");

            resolver.resolve("recs");

            assertThat(lookups.outcomes()).containsExactly(MISS, HIT);
        }

        @Test
        void areNotKeptWithoutTtl() throws Exception {
            times = new DnsTimes(ZERO, NEGATIVE_TTL, SERVE_STALE);
            delegate.answers("recs", "10.0.0.1");
            resolver.resolve("recs");
            resolver.resolve("recs");
            delegate.fails("recs");

            assertThatThrownBy(() -> resolver.resolve("recs")).isInstanceOf(UnknownHostException.class);
            assertThatThrownBy(() -> resolver.resolve("recs")).isInstanceOf(UnknownHostException.class);
            assertThat(delegate.asked()).hasSize(4);
            assertThat(lookups.outcomes()).containsExactly(MISS, MISS, FAILED, FAILED);
        }

        @Test
        void followATtlThatIsChangedLive() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            resolver.resolve("recs");
            clock.advance(ofSeconds(5));
            times = new DnsTimes(ofSeconds(5), NEGATIVE_TTL, SERVE_STALE);
            resolver.resolve("recs");
            clock.advance(ofSeconds(12));
            times = new DnsTimes(ofSeconds(13), NEGATIVE_TTL, SERVE_STALE);

            resolver.resolve("recs");

            assertThat(lookups.outcomes()).containsExactly(MISS, MISS, HIT);
        }

        @Test
        void areFoundWithoutRegardToCase() throws Exception {
            delegate.answers("Recs.Example", "10.0.0.1");
            resolver.resolve("Recs.Example");

            resolver.resolve("rECS.eXAMPLE");

            assertThat(delegate.asked()).containsExactly("Recs.Example");
            assertThat(lookups.all()).extracting(RecordedLookups.Lookup::host).containsOnly("recs.example");
        }
    }

    @Nested
    class Failures {

        @Test
        void areRethrownAfreshUntilJustBeforeTheNegativeTtl() {
            delegate.fails("recs");
            Throwable first = catchThrowable(() -> resolver.resolve("recs"));
            clock.advance(NEGATIVE_TTL.minus(INSTANT));

            Throwable second = catchThrowable(() -> resolver.resolve("recs"));
            Throwable third = catchThrowable(() -> resolver.resolve("recs"));

            assertThat(second).isExactlyInstanceOf(UnknownHostException.class).hasMessage("recs");
            assertThat(second).isNotSameAs(first).hasCause(first.getCause());
            assertThat(third).isNotSameAs(second).hasCause(first.getCause());
            assertThat(delegate.asked()).hasSize(1);
            assertThat(lookups.outcomes()).containsExactly(FAILED, NEGATIVE, NEGATIVE);
        }

        @Test
        void areAskedForAgainAtTheNegativeTtl() throws Exception {
            delegate.fails("recs");
            assertThatThrownBy(() -> resolver.resolve("recs")).hasMessage("recs");
            delegate.answers("recs", "10.0.0.1");
            clock.advance(NEGATIVE_TTL);

            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.1"));
            assertThat(lookups.outcomes()).containsExactly(FAILED, MISS);
        }

        @Test
        void areNotKeptWithoutNegativeTtl() throws Exception {
            times = new DnsTimes(TTL, ZERO, SERVE_STALE);
            delegate.fails("recs");
            assertThatThrownBy(() -> resolver.resolve("recs")).hasMessage("recs");
            delegate.answers("recs", "10.0.0.1");

            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.1"));
        }

        @Test
        void thatAreUncheckedFailOneLookupAndLeaveNothingBehind() throws Exception {
            RuntimeException bug = new IllegalStateException("a bug in the resolver");
            delegate.script("recs", () -> {
                throw bug;
            });
            Throwable thrown = catchThrowable(() -> resolver.resolve("recs"));
            delegate.answers("recs", "10.0.0.1");

            assertThat(thrown).isSameAs(bug);
            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.1"));
            assertThat(lookups.outcomes()).containsExactly(FAILED, MISS);
        }

        @Test
        void thatAreErrorsFailOneLookupAndLeaveNothingBehind() throws Exception {
            Error error = new StackOverflowError();
            delegate.script("recs", () -> {
                throw error;
            });
            Throwable thrown = catchThrowable(() -> resolver.resolve("recs", 443));
            delegate.answers("recs", "10.0.0.1");

            assertThat(thrown).isSameAs(error);
            assertThat(resolver.resolve("recs", 443)).hasSize(1);
        }

        @Test
        void thatAreUncheckedDoNotHideBehindAStaleAnswer() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            resolver.resolve("recs");
            clock.advance(TTL);
            delegate.script("recs", () -> {
                throw new IllegalStateException();
            });

            assertThatThrownBy(() -> resolver.resolve("recs")).isInstanceOf(IllegalStateException.class);
        }
    }
}
