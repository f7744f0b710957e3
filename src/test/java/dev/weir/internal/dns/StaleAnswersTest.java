package dev.weir.internal.dns;

import static dev.weir.internal.dns.DnsLookups.Outcome.FAILED;
import static dev.weir.internal.dns.DnsLookups.Outcome.MISS;
import static dev.weir.internal.dns.DnsLookups.Outcome.NEGATIVE;
import static dev.weir.internal.dns.DnsLookups.Outcome.STALE;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StaleAnswersTest {

    private static final Duration TTL = ofSeconds(10);
    private static final Duration NEGATIVE_TTL = ofSeconds(5);
    private static final Duration SERVE_STALE = ofSeconds(60);
    private static final Duration INSTANT = ofNanos(1);

    private final FakeClock clock = new FakeClock();
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
    void endAfterServeStale() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        delegate.fails("recs");
        clock.advance(TTL.plus(SERVE_STALE));

        assertThatThrownBy(() -> resolver.resolve("recs")).hasMessage("recs");
        assertThatThrownBy(() -> resolver.resolve("recs")).hasMessage("recs").hasRootCauseMessage("recs");
        assertThat(lookups.outcomes()).containsExactly(MISS, FAILED, NEGATIVE);
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

    @Test
    void giveWayToTheNextAnswer() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        delegate.fails("recs");
        clock.advance(TTL);
        resolver.resolve("recs");
        delegate.answers("recs", "10.0.0.2");
        clock.advance(NEGATIVE_TTL);

        assertThat(resolver.resolve("recs")).containsExactly(addresses("10.0.0.2"));
        assertThat(lookups.outcomes()).containsExactly(MISS, STALE, MISS);
    }

    @Test
    void neverServeWithoutServeStale() throws Exception {
        times = new DnsTimes(TTL, NEGATIVE_TTL, ZERO);
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        delegate.fails("recs");
        clock.advance(TTL);

        assertThatThrownBy(() -> resolver.resolve("recs")).isInstanceOf(UnknownHostException.class);
        assertThat(lookups.outcomes()).containsExactly(MISS, FAILED);
    }

    @Test
    void askAtEachLookupWithoutNegativeTtl() throws Exception {
        times = new DnsTimes(TTL, ZERO, SERVE_STALE);
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        delegate.fails("recs");
        clock.advance(TTL);
        resolver.resolve("recs");
        resolver.resolve("recs");

        assertThat(delegate.asked()).hasSize(3);
        assertThat(lookups.outcomes()).containsExactly(MISS, STALE, STALE);
    }
}
