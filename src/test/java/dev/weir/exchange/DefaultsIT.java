package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the client of a pool does and leaves undone unless told otherwise: cookies, redirects, and the offer of TLS. */
class DefaultsIT {

    private final LoopbackServer server = LoopbackServer.http().start();
    private final LoopbackServer other =
            LoopbackServer.http().handler(exchange -> exchange.ok("there")).start();

    @AfterEach
    void stopServers() {
        server.close();
        other.close();
    }

    /** Sets a cookie, and tells the one that it got. The users of a shared client must not get each other's. */
    private String secondAnswer(PoolCaller pool) throws IOException {
        server.handler(exchange -> exchange.respond(
                200, exchange.headers().first("Cookie").orElse("none").getBytes(UTF_8), "Set-Cookie", "session=1"));
        pool.get(server.origin(), HttpClientContext.create());
        return pool.get(server.origin(), HttpClientContext.create());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void keepsCookiesOnlyWhereAskedTo(ClientKind kind) throws IOException {
        try (PoolCaller pool = kind.open(PatientPool.builder("test"));
                PoolCaller keeping = kind.open(PatientPool.builder("test").cookies(true))) {
            assertThat(secondAnswer(pool)).isEqualTo("200 none");
            assertThat(secondAnswer(keeping)).isEqualTo("200 session=1");
        }
    }

    private void redirect() {
        server.handler(
                exchange -> exchange.respond(302, "moved".getBytes(UTF_8), "Location", other.origin() + "/there"));
    }

    @Test
    void followsRedirectsToAnotherHostUnlessTheRequestAsksForThem() throws IOException {
        redirect();
        RequestConfig stay = RequestConfig.custom().setRedirectsEnabled(false).build();
        try (HttpPool pool = PatientPool.builder("test").build()) {
            assertThat(send(pool.client(), get(server.uri("/"), stay))).isEqualTo("302 moved");
            assertThat(other.requests()).isZero();
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 there");
            assertThat(pool.snapshot().idle()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void handsRedirectsOutWhereThePoolAsksForThem() throws IOException {
        redirect();
        try (HttpPool pool = PatientPool.builder("test").redirects(false).build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("302 moved");
            assertThat(other.requests()).isZero();
        }
    }

    /** HttpClient offers a change to TLS to proxies alone, many of which answer with 403. */
    @Test
    void offersNoTlsToAProxyWithOrWithoutAConfigInTheContext() throws IOException {
        URI target = URI.create("http://shop.weir.test/");
        server.handler(
                exchange -> exchange.ok(exchange.headers().first("Upgrade").orElse("none")));
        HttpClientContext context = HttpClientContext.create();
        context.setRequestConfig(
                RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(30)).build());
        try (HttpPool pool = PatientPool.builder("test").proxy(server.origin()).build()) {
            assertThat(get(pool.client(), target)).isEqualTo("200 none");
            assertThat(send(pool.client(), new HttpGet(target), context)).isEqualTo("200 none");
            assertThat(context.getRequestConfigOrDefault().getResponseTimeout()).isEqualTo(Timeout.ofSeconds(30));
        }
    }
}
