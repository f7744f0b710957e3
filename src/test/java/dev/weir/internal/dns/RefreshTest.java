package dev.weir.internal.dns;

import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testpool.PoolClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RefreshTest {

    private static final int PORT = 443;

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private DnsTimes times = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> times, clock, lookups);
    private final Gate gate = new Gate();

    @Test
    void returnsWhileTheResolverHangsAndLetsCallersUseTheOldAnswer() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        delegate.script("recs", gate.before(() -> addresses("10.0.0.2")));
        clock.advance(ofSeconds(8));

        resolver.refresh("recs", PORT);
        gate.awaitEntry();

        assertThat(resolver.resolve("recs", PORT).get(0).getAddress()).isEqualTo(address("10.0.0.1"));
        gate.open();
    }

    @Test
    void showsTheResolverTheClassLoaderOfWhoMadeThePool() throws Exception {
        CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
        delegate.script("recs", () -> {
            seen.complete(Thread.currentThread().getContextClassLoader());
            return addresses("10.0.0.1");
        });
        Callers.start(() -> {
                    Thread.currentThread().setContextClassLoader(null);
                    return resolver.refresh("recs", PORT);
                })
                .get();

        assertThat(seen.get(20, TimeUnit.SECONDS))
                .isSameAs(Thread.currentThread().getContextClassLoader());
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }
}
