package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.MISS;
import static dev.weir.event.LookupOutcome.STALE;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testpool.PoolClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StaleAnswersTest {

    private static final Duration TTL = ofSeconds(10);
    private static final Duration NEGATIVE_TTL = ofSeconds(5);
    private static final Duration SERVE_STALE = ofSeconds(60);
    private static final Duration INSTANT = ofNanos(1);

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private DnsTimes times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE);
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> times, clock, lookups);

    @Test
    void serveWhileTheResolverFailsUntilJustBeforeTheirEnd() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        delegate.fails("recs");
        clock.advance(TTL.plus(SERVE_STALE).minus(INSTANT));

        assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.1"));
        assertThat(lookups.outcomes()).containsExactly(MISS, STALE);
    }

    @Test
    void spareTheResolverForTheNegativeTtl() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        delegate.fails("recs");
        clock.advance(TTL);
        resolver.resolve("recs");
        clock.advance(NEGATIVE_TTL.minus(INSTANT));
        resolver.resolve("recs");
        clock.advance(INSTANT);
        resolver.resolve("recs");

        assertThat(delegate.asked()).hasSize(3);
        assertThat(lookups.outcomes()).containsExactly(MISS, STALE, STALE, STALE);
    }

    /** A resolver that does not come back. */
    @Nested
    class WhileTheResolverHangs {

        private final Gate gate = new Gate();

        @BeforeEach
        void learnAndHang() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            resolver.resolve("recs");
            delegate.script("recs", gate.before(() -> ScriptedResolver.addresses("10.0.0.2")));
            clock.advance(TTL);
        }

        @AfterEach
        void end() {
            gate.open();
        }

        @Test
        void serveTheCallerThatBeganTheLookupAfterItsPatience() throws Exception {
            times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE, ofMillis(1));

            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.1"));
        }

        @Test
        void serveCallersThatDoNotBlock() throws Exception {
            times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE, ofMillis(1));
            delegate.answers("async", "10.0.0.1");
            told("async");
            delegate.script("async", gate.before(() -> ScriptedResolver.addresses("10.0.0.2")));
            clock.advance(TTL);

            assertThat(told("async").getAddress()).isEqualTo(addresses("10.0.0.1")[0]);
        }

        private InetSocketAddress told(String host) throws Exception {
            CompletableFuture<InetSocketAddress> told = new CompletableFuture<>();
            resolver.resolve(host, 443, new CachingDnsResolver.Answer() {
                @Override
                public void resolved(List<InetSocketAddress> addresses) {
                    told.complete(addresses.get(0));
                }

                @Override
                public void failed(Exception cause) {
                    told.completeExceptionally(cause);
                }
            });
            return told.get(20, TimeUnit.SECONDS);
        }

        @Test
        void giveWayToASecondLookupBesideOneThatNeverReturns() throws Exception {
            times = new DnsTimes(TTL, NEGATIVE_TTL, ofMinutes(10), ofMillis(1));
            resolver.resolve("recs");
            gate.awaitEntry();
            delegate.answers("recs", "10.0.0.3");
            clock.advance(ofSeconds(30));
            times = new DnsTimes(TTL, NEGATIVE_TTL, ofMinutes(10), ofSeconds(20));

            assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.3"));
            assertThat(delegate.asked()).hasSize(3);
        }
    }
}
