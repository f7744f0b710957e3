package dev.weir.proxy;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS requests through an HTTP proxy. */
class ProxyTunnelIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.https(CERTIFICATES)
                .handler(exchange -> exchange.ok(
                        exchange.headers().has("Proxy-Authorization") ? "the target sees the password" : "ok"))
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder through(String proxy) {
        return PatientPool.builder("test")
                .sslContext(CERTIFICATES.clientContext())
                .proxy(proxy);
    }

    private URI at(String host) {
        return URI.create("https://" + host + ":" + server.port() + "/");
    }

    @Test
    void tunnelIsReused() throws IOException {
        EventRecorder events = new EventRecorder();
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through(proxy.origin()).listener(events).build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
            }

            assertThat(proxy.log().connects()).isEqualTo(1);
            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
            assertThat(server.accepted()).isEqualTo(1);
            RouteSnapshot route = pool.snapshot().routes().get(0);
            assertThat(route.target()).isEqualTo("https://recs.weir.test:" + server.port());
            assertThat(route.leases()).containsEntry(LeaseOutcome.DIALED, 1L).containsEntry(LeaseOutcome.REUSED, 2L);
            assertThat(route.connections().get(0).uses()).isEqualTo(3);
            assertThat(events.of(DialEnded.class))
                    .extracting(
                            DialEnded::isThroughTunnel, dial -> dial.handshake().isZero())
                    .containsExactly(tuple(false, true), tuple(true, false));
            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void aProxyThatIsSilentOrDripsIsGivenUpAfterTheTimeToConnect(ClientKind kind) throws IOException {
        byte[] beginning = "HTTP/1.1 200 OK\r\nA: ".getBytes(StandardCharsets.US_ASCII);
        try (SilentServer mute = SilentServer.mute();
                SilentServer dripping = SilentServer.dripping(Duration.ofMillis(20), beginning)) {
            for (SilentServer proxy : List.of(mute, dripping)) {
                try (PoolCaller caller = kind.open(through("http://127.0.0.1:" + proxy.port())
                        .timeouts(t -> t.poolWait(Duration.ofMillis(200)).connect(Duration.ofMillis(300))))) {
                    assertThatExceptionOfType(ConnectTimeoutException.class)
                            .isThrownBy(() -> caller.call()
                                    .send("GET", at("recs.weir.test").toString(), null))
                            .withMessage("Connect to https://recs.weir.test:" + server.port()
                                    + " timed out after 300 ms (timeouts.connect)");
                    assertThat(caller.pool().diagnose().findings()).isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void isClosedForAnErrorIfTlsWithTheTargetFails(ClientKind kind) throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                PoolCaller caller = kind.open(PatientPool.builder("test").proxy(proxy.origin()))) {
            URI target = at("recs.weir.test");
            assertThatExceptionOfType(SSLException.class)
                    .isThrownBy(() -> caller.call().send("GET", target.toString(), null));
            PoolCall.awaitUntil(() -> PoolBooks.causes(caller.pool()).equals(Map.of(CloseCause.ERROR, 1L)));
        }
    }

    @Test
    void isNotSharedAmongTargets() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through(proxy.origin()).maxPerRoute(1).build()) {
            get(pool.client(), at("recs.weir.test"));
            get(pool.client(), at("shop.weir.test"));

            assertThat(proxy.log().connects()).isEqualTo(2);
            assertThat(pool.snapshot().routes()).extracting(RouteSnapshot::idle).containsExactly(1, 1);
        }
    }

    @Test
    void showsTheCredentialsToTheProxyAlone() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                HttpPool pool = through(proxy.origin())
                        .proxyCredentials("ann", "secret".toCharArray())
                        .build()) {
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");

            assertThat(proxy.log().connects()).isEqualTo(1);
            assertThat(proxy.log().sawCredentials()).isTrue();
            assertAtRest(pool);
        }
    }

    @Test
    void isRefusedWithAWrongPassword() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                HttpPool pool = through(proxy.origin())
                        .proxyCredentials("ann", "wrong".toCharArray())
                        .build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("407 ");
                assertAtRest(pool);
            }

            assertThat(server.accepted()).isZero();
            proxy.log().awaitOpen(0, Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @EnumSource(names = "ASYNC_OVER_HTTP_2", mode = EnumSource.Mode.EXCLUDE)
    void callersGiveTheirPlaceBackIfTheProxyClosesAfterItsChallenge(PoolKind kind) throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.start("ann", "secret", true);
                PoolInUse pool = kind.build(through(proxy.origin())
                        .proxyCredentials("ann", "secret".toCharArray())
                        .maxPerRoute(1))) {
            List<PoolCall<String>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                calls.add(PoolCall.start(() -> pool.get(at("recs.weir.test").toString(), HttpClientContext.create())));
            }
            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }

            PoolSnapshot rest = PoolBooks.atRest(pool.pool());
            assertThat(rest.idle()).isOne();
            assertThat(PoolBooks.causes(pool.pool()))
                    .as("the others have waited for its tunnel")
                    .isEqualTo(Map.of(CloseCause.SERVER_CLOSE_HEADER, 1L));
            assertThat(PoolBooks.leases(pool.pool())).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC"})
    void aRequestWhoseTunnelBreaksAtTheLastMomentIsNotSentToTheProxy(ClientKind kind) throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ClientKind.Setup setup = new ClientKind.Setup(
                b -> b.addExecInterceptorLast("break", (request, scope, chain) -> {
                    if (tries.getAndIncrement() == 0) {
                        scope.execRuntime.disconnectEndpoint();
                    }
                    return chain.proceed(request, scope);
                }),
                b -> b.addExecInterceptorLast("break", (request, body, scope, chain, callback) -> {
                    if (tries.getAndIncrement() == 0) {
                        scope.execRuntime.disconnectEndpoint();
                    }
                    chain.proceed(request, body, scope, callback);
                }));
        try (HttpProxyServer proxy = HttpProxyServer.start();
                PoolCaller pool = kind.open(through(proxy.origin()), setup)) {
            assertThat(pool.get(at("recs.weir.test").toString(), HttpClientContext.create()))
                    .isEqualTo("200 ok");

            assertThat(tries).hasValue(2);
            assertThat(proxy.log().forwarded()).isZero();
            PoolBooks.atRest(pool.pool());
        }
    }

    private HttpRoute route(HttpProxyServer proxy) {
        return route("127.0.0.1", proxy);
    }

    private HttpRoute route(String name, HttpProxyServer proxy) {
        return new HttpRoute(
                new HttpHost("https", "recs.weir.test", server.port()), null, new HttpHost(name, proxy.port()), true);
    }

    private static ConnectionEndpoint leased(HttpPool pool, HttpRoute route) throws Exception {
        return pool.connectionManager()
                .lease("1", route, Timeout.ofSeconds(20), null)
                .get(Timeout.ofSeconds(20));
    }

    private static ConnectionEndpoint connected(HttpPool pool, HttpRoute route) throws Exception {
        ConnectionEndpoint endpoint = leased(pool, route);
        pool.connectionManager().connect(endpoint, null, HttpClientContext.create());
        assertThat(endpoint.isConnected()).as("a tunnel is to be opened").isFalse();
        return endpoint;
    }

    @Test
    void theConnectionToTheProxyOfACallerThatNeededNoneServesTheNext() throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through(proxy.origin()).build()) {
            ConnectionEndpoint unused = connected(pool, route(proxy));
            pool.connectionManager().release(unused, null, TimeValue.ofMinutes(1));
            assertThat(pool.snapshot().idle()).isOne();

            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");

            assertThat(proxy.log().accepted()).isEqualTo(1);
            assertThat(proxy.log().connects()).isEqualTo(1);
        }
    }

    private void openTunnel(ConnectionEndpoint endpoint) throws Exception {
        String target = "recs.weir.test:" + server.port();
        ClassicHttpRequest connect = ClassicRequestBuilder.create("CONNECT")
                .setPath(target)
                .setHeader("Host", target)
                .build();
        assertThat(endpoint.execute("1", connect, new HttpRequestExecutor()::execute, HttpClientContext.create())
                        .getCode())
                .isEqualTo(200);
    }

    // It would send its CONNECT, with what it shows the proxy, to the target.
    @Test
    void aCallerThatWaitsForItsDialDoesNotGetTheTunnelOfAnother() throws Exception {
        CountDownLatch isSlow = new CountDownLatch(1);
        AtomicInteger lookups = new AtomicInteger();
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through("http://proxy.weir.test:" + proxy.port())
                        .dns(d -> d.ttl(Duration.ZERO))
                        .dnsResolver(PoolFetch.everythingOnLoopback(() -> {
                            if (lookups.getAndIncrement() > 0) {
                                PoolFetch.await(isSlow);
                            }
                        }))
                        .build()) {
            HttpRoute route = route("proxy.weir.test", proxy);
            ConnectionEndpoint first = connected(pool, route);
            openTunnel(first);
            pool.connectionManager().upgrade(first, HttpClientContext.create());
            ConnectionEndpoint second = leased(pool, route);
            PoolCall.awaitUntil(() -> lookups.get() == 2);

            pool.connectionManager().release(first, null, TimeValue.ofMinutes(1));

            assertThat(pool.snapshot().idle()).as("the tunnel").isOne();
            isSlow.countDown();
            pool.connectionManager().connect(second, null, HttpClientContext.create());
            assertThat(second.isConnected()).as("a tunnel is to be opened").isFalse();
            pool.connectionManager().release(second, null, TimeValue.ofMinutes(1));
            assertThat(proxy.log().connects()).isOne();
        }
    }

    @Test
    void aTunnelIsNotReusedIfItsCallerLeavesBeforeTls() throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through(proxy.origin()).build()) {
            ConnectionEndpoint left = connected(pool, route(proxy));
            openTunnel(left);
            pool.connectionManager().release(left, null, TimeValue.ofMinutes(1));
            assertThat(pool.snapshot().idle()).isZero();

            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");

            assertThat(proxy.log().connects()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 403, 503})
    void failsTheCallIfTheProxyRefusesItAndHoldsNoConnection(int refusal) throws IOException {
        try (LoopbackServer proxy = refusing(refusal);
                HttpPool pool = through(proxy.origin()).maxPerRoute(1).build()) {
            assertRefused(pool, new HttpGet(at("recs.weir.test")), refusal);
            assertRefused(pool, post(at("recs.weir.test"), "order"), refusal);
            assertAtRest(pool);
        }
    }

    private static LoopbackServer refusing(int status) {
        return LoopbackServer.http()
                .handler(exchange -> exchange.respond(status, new byte[0], "Location", "http://127.0.0.1:1/"))
                .start();
    }

    private void assertRefused(HttpPool pool, HttpUriRequestBase request, int status) {
        assertThatExceptionOfType(ClientProtocolException.class)
                .isThrownBy(() -> send(pool.client(), request))
                .withMessageContaining("refused a tunnel to https://recs.weir.test:" + server.port())
                .withMessageContaining("with status " + status);
        assertThat(server.accepted()).isZero();
    }
}
