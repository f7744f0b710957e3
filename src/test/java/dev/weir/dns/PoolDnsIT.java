package dev.weir.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolDnsIT {

    private final PoolClock clock = new PoolClock();
    private final AtomicInteger lookups = new AtomicInteger();
    private final AtomicBoolean failing = new AtomicBoolean();
    private LoopbackServer server;

    private final DnsResolver counting = new DnsResolver() {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            lookups.incrementAndGet();
            if (failing.get()) {
                throw new UnknownHostException(host);
            }
            return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    };

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(exchange -> exchange.closeAfter().ok("ok"))
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private HttpPoolBuilder counted() {
        return PatientPool.builder("test", clock).dnsResolver(counting);
    }

    private void get(HttpPool pool) throws IOException {
        assertThat(PoolFetch.get(pool.client(), origin())).isEqualTo("ok");
    }

    private String origin() {
        return "http://recs.x:" + server.port();
    }

    private void assertUnknown(HttpPool pool) {
        assertThatExceptionOfType(UnknownHostException.class).isThrownBy(() -> get(pool));
    }

    @Test
    void answerServesForItsTime() throws IOException {
        try (HttpPool pool = counted().dns(d -> d.ttl(Duration.ofSeconds(10))).build()) {
            get(pool);
            clock.advance(Duration.ofMillis(9_999));
            get(pool);
            assertThat(lookups).hasValue(1);

            clock.advance(Duration.ofMillis(1));
            get(pool);

            assertThat(lookups).hasValue(2);
            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @Test
    void oldAnswerServesWhileTheResolverFails() throws IOException {
        try (HttpPool pool = counted()
                .dns(d -> d.ttl(Duration.ofSeconds(10))
                        .serveStale(Duration.ofSeconds(60))
                        .negativeTtl(Duration.ZERO))
                .build()) {
            get(pool);
            failing.set(true);

            clock.advance(Duration.ofMillis(69_999));
            get(pool);
            clock.advance(Duration.ofMillis(1));

            assertUnknown(pool);
        }
    }

    @Test
    void changedTimesHoldAtOnce() throws IOException {
        try (HttpPool pool = counted().dns(d -> d.ttl(Duration.ofSeconds(10))).build()) {
            get(pool);
            get(pool);
            assertThat(lookups).hasValue(1);

            pool.reconfigure(
                    pool.config().toBuilder().dns(d -> d.ttl(Duration.ZERO)).build());
            get(pool);
            get(pool);

            assertThat(lookups).hasValue(3);
        }
    }
}
