package dev.weir.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts and ports that are hard to believe, and resolvers that fail badly. */
class OddHostsIT {

    private final LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private String get(HttpPool pool, String host) throws IOException {
        HttpHost target = new HttpHost("http", host, server.port());
        return pool.client().execute(target, new HttpGet("/"), response -> EntityUtils.toString(response.getEntity()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bücher.example", "xn--bcher-kva.example", "UPPER.example", "a_b.example"})
    void nameIsLookedUpAndConnectionReused(String host) throws IOException {
        try (HttpPool pool = PatientPool.builder("test")
                .dnsResolver(PoolFetch.everythingOnLoopback())
                .build()) {
            assertThat(get(pool, host)).isEqualTo("ok");
            assertThat(get(pool, host)).isEqualTo("ok");

            assertThat(server.accepted()).isEqualTo(1);
            assertThat(PoolBooks.atRest(pool).routes())
                    .extracting(RouteSnapshot::idle)
                    .containsExactly(1);
        }
    }

    /** A resolver that gives this answer while it is told to. */
    private static DnsResolver answering(AtomicBoolean badly, InetAddress @Nullable [] answer) {
        return new DnsResolver() {
            @Override
            @SuppressWarnings("NullAway") // as an unchecked resolver may do
            public InetAddress[] resolve(String host) {
                return badly.get() ? answer : new InetAddress[] {InetAddress.getLoopbackAddress()};
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void answerWithoutAnAddressCostsOneRequest(int addresses) throws IOException {
        InetAddress[] answer = addresses < 0 ? null : new InetAddress[addresses]; // each of them null
        AtomicBoolean badly = new AtomicBoolean(true);
        try (HttpPool pool = PatientPool.builder("test")
                .dns(d -> d.ttl(Duration.ZERO).negativeTtl(Duration.ZERO))
                .dnsResolver(answering(badly, answer))
                .build()) {
            assertThatThrownBy(() -> get(pool, "recs.example"))
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessageContaining("recs.example");
            PoolBooks.atRest(pool);

            badly.set(false);

            assertThat(get(pool, "recs.example")).isEqualTo("ok");
            PoolBooks.atRest(pool);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:65536/", "http://127.0.0.1:99999999999/", "http://[fe80::1%25nosuch]:9/"})
    void addressThatCannotBeIsRefusedAndHoldsNothing(String uri) {
        try (HttpPool pool = PatientPool.builder("test").build()) {
            assertThatThrownBy(() -> pool.client().execute(new HttpGet(URI.create(uri)), response -> "unexpected"))
                    .isInstanceOf(Exception.class);

            assertThat(PoolBooks.atRest(pool).idle()).isZero();
        }
    }
}
