package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.HIT;
import static dev.weir.event.LookupOutcome.MISS;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static dev.weir.internal.dns.ScriptedResolver.ask;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testpool.PoolClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cache owes to its callers and to the resolver behind it. */
class ResolverContractTest {

    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private final CachingDnsResolver resolver = caching(delegate);

    @Test
    void asksTheResolversOwnPortOverloadOncePerPort() throws Exception {
        CachingDnsResolver portAware = caching(new PortAwareResolver());
        ask(portAware, "recs", 80);
        ask(portAware, "recs", 443);

        assertThat(ask(portAware, "recs", 80)).containsExactly(new InetSocketAddress("10.0.0.1", 80));
        assertThat(ask(portAware, "recs", 443)).containsExactly(new InetSocketAddress("10.0.0.2", 8443));
        assertThat(lookups.outcomes()).containsExactly(MISS, MISS, HIT, HIT);
    }

    @Test
    void leavesNamesToTheSocksProxyWhereTheResolverDoes() throws Exception {
        delegate.script("recs", () -> null);

        assertThat(ask(resolver, "recs", 443)).containsExactly(InetSocketAddress.createUnresolved("recs", 443));
        assertThat(ask(resolver, "recs", 443)).containsExactly(InetSocketAddress.createUnresolved("recs", 443));
        assertThat(lookups.outcomes()).containsExactly(MISS, HIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recs", "10.0.0.1"})
    void turnsAnEmptyAnswerIntoAnUnknownHost(String host) {
        delegate.answers(host);

        assertThatThrownBy(() -> ask(resolver, host))
                .isExactlyInstanceOf(UnknownHostException.class)
                .hasMessage(host + ": the resolver returned no address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    void turnsTheUnspecifiedAddressIntoAnUnknownHost(String nobody) throws Exception {
        delegate.answers("recs", nobody);
        delegate.answers("both", nobody, "10.0.0.1");
        delegate.answers(nobody, nobody);

        assertThatThrownBy(() -> ask(resolver, "recs"))
                .isExactlyInstanceOf(UnknownHostException.class)
                .hasMessage("recs: the resolver returned no address");
        assertThat(ask(resolver, "both")).containsExactly(addresses("10.0.0.1"));
        assertThat(ask(resolver, nobody)).containsExactly(addresses(nobody));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "127.1", "::1", "[::1]", "fe80::1%eth0", "[fe80::1%25eth0]", "::ffff:10.0.0.1"})
    void addressesInTextFormBypassTheCache(String literal) throws Exception {
        delegate.answers(literal, "10.0.0.1");
        ask(resolver, literal);
        ask(resolver, literal);

        assertThat(delegate.asked()).containsExactly(literal, literal);
        assertThat(lookups.all()).isEmpty();
    }

    private CachingDnsResolver caching(DnsResolver behind) {
        return new CachingDnsResolver(behind, () -> TIMES, clock, lookups);
    }

    /** Sends plain and encrypted traffic to different places, as a resolver of SVCB records does. */
    private static final class PortAwareResolver implements DnsResolver {

        @Override
        public InetAddress @Nullable [] resolve(String host) {
            throw new AssertionError("the overload without port was asked");
        }

        @Override
        public List<InetSocketAddress> resolve(String host, int port) {
            return List.of(
                    port == 443 ? new InetSocketAddress("10.0.0.2", 8443) : new InetSocketAddress("10.0.0.1", port));
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
