package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.FAILED;
import static dev.weir.event.LookupOutcome.MISS;
import static dev.weir.event.LookupOutcome.NEGATIVE;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.testpool.PoolClock;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CachingDnsResolverTest {

    private static final Duration TTL = ofSeconds(10);
    private static final Duration NEGATIVE_TTL = ofSeconds(5);
    private static final Duration SERVE_STALE = ofSeconds(60);
    private static final Duration INSTANT = ofNanos(1);

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private DnsTimes times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE);
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> times, clock, lookups);

    @Nested
    class Answers {

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
        void areFoundWithoutRegardToCase() throws Exception {
            delegate.answers("Recs.Example", "10.0.0.1");
            resolver.resolve("Recs.Example");

            resolver.resolve("rECS.eXAMPLE");

            assertThat(delegate.asked()).containsExactly("Recs.Example");
            assertThat(lookups.all()).extracting(RecordedLookups.Lookup::host).containsOnly("recs.example");
        }
    }

    @Test
    void forgetsTheNameThatWasNotAskedForLongest() throws Exception {
        CachingDnsResolver small = new CachingDnsResolver(delegate, () -> times, clock, lookups, 2);
        for (String host : new String[] {"a", "b", "a", "c", "a", "b"}) {
            delegate.answers(host, "10.0.0.1");
            small.resolve(host);
        }

        assertThat(delegate.asked()).containsExactly("a", "b", "c", "b");
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
    }
}
