package dev.weir.ways;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpTrace;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.LaxRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which requests go straight, told by the stack on which their interceptors run. */
class WayTakenIT {

    private record Setting(String name, Consumer<HttpPoolBuilder> pool) {
        static Setting of(String name, Consumer<HttpPoolBuilder> pool) {
            return new Setting(name, pool);
        }

        static Setting ofClient(String name, Consumer<HttpClientBuilder> client) {
            return new Setting(name, pool -> pool.customizeClient(client));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private final List<String> ways = new CopyOnWriteArrayList<>();

    private LoopbackServer server;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void send(Consumer<HttpPoolBuilder> setting, Function<URI, ClassicHttpRequest> request) throws IOException {
        HttpPoolBuilder builder = HttpPool.builder("ways");
        setting.accept(builder);
        builder.customizeClient(client -> client.addRequestInterceptorLast((sent, entity, context) -> ways.add(way())));
        try (HttpPool pool = builder.build()) {
            pool.client().execute(request.apply(server.uri("/")), response -> {
                EntityUtils.consume(response.getEntity());
                return null;
            });
        }
    }

    private static String way() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.endsWith(".StraightCall") || name.endsWith(".MainClientExec"))
                        .findFirst()
                        .orElse("none"));
    }

    static Stream<Setting> common() {
        return Stream.of(
                Setting.of("nothing set", pool -> {}),
                Setting.of("cookies", pool -> pool.cookies(true)),
                Setting.of("no redirects", pool -> pool.redirects(false)),
                Setting.of("retries", pool -> pool.retry(retry -> retry.onStatus(503))),
                Setting.of("size limit", pool -> pool.maxDecodedSize(1_000)),
                Setting.of("strict reuse", pool -> pool.reuse(ReusePolicy.SAFE)),
                Setting.of(
                        "excluded from the proxy",
                        pool -> pool.proxy("http://proxy:3128").noProxy("127.0.0.1")),
                Setting.ofClient("user agent", client -> client.setUserAgent("own/1")),
                Setting.ofClient("headers", client -> client.setDefaultHeaders(List.of(new BasicHeader("X", "1")))),
                Setting.ofClient("system properties", HttpClientBuilder::useSystemProperties),
                Setting.ofClient("no decoding", HttpClientBuilder::disableContentCompression),
                Setting.ofClient("no retries", HttpClientBuilder::disableAutomaticRetries));
    }

    @ParameterizedTest
    @MethodSource("common")
    void goesStraightWhatever(Setting setting) throws IOException {
        send(setting.pool(), HttpGet::new);

        assertThat(ways).singleElement().asString().endsWith(".StraightCall");
    }

    static Stream<Setting> own() {
        return Stream.of(
                Setting.ofClient(
                        "step",
                        client -> client.addExecInterceptorFirst(
                                "own", (request, scope, chain) -> chain.proceed(request, scope))),
                Setting.ofClient(
                        "retry strategy", client -> client.setRetryStrategy(DefaultHttpRequestRetryStrategy.INSTANCE)),
                Setting.ofClient(
                        "redirect strategy", client -> client.setRedirectStrategy(LaxRedirectStrategy.INSTANCE)),
                Setting.ofClient(
                        "redirect strategy of a subclass",
                        client -> client.setRedirectStrategy(new DefaultRedirectStrategy() {})),
                Setting.ofClient(
                        "route planner",
                        client -> client.setRoutePlanner(
                                new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE) {})));
    }

    @ParameterizedTest
    @MethodSource("own")
    void goesThroughTheChainWithTheUsersOwn(Setting setting) throws IOException {
        send(setting.pool(), HttpGet::new);

        assertThat(ways).singleElement().asString().endsWith(".MainClientExec");
    }

    @Test
    void goesStraightWithABodyThatCanBeSentAgain() throws IOException {
        send(pool -> {}, uri -> {
            HttpPost request = new HttpPost(uri);
            request.setEntity(new StringEntity("sent"));
            return request;
        });

        assertThat(ways).singleElement().asString().endsWith(".StraightCall");
    }

    @Test
    void goesThroughTheChainWithABodyThatCannot() throws IOException {
        send(pool -> {}, uri -> {
            HttpPost request = new HttpPost(uri);
            request.setEntity(new InputStreamEntity(new ByteArrayInputStream("once".getBytes(UTF_8)), null));
            return request;
        });

        assertThat(ways).singleElement().asString().endsWith(".MainClientExec");
    }

    @Test
    void goesThroughTheChainToTrace() throws IOException {
        send(pool -> {}, HttpTrace::new);

        assertThat(ways).singleElement().asString().endsWith(".MainClientExec");
    }

    @Test
    void followsARedirectThroughTheChain() throws IOException {
        server.handler(exchange -> {
            if (exchange.target().equals("/to")) {
                exchange.ok("there");
            } else {
                exchange.respond(302, new byte[0], "Location", "/to");
            }
        });

        send(pool -> {}, HttpGet::new);

        assertThat(ways).hasSize(2);
        assertThat(ways.get(0)).endsWith(".StraightCall");
        assertThat(ways.get(1)).endsWith(".MainClientExec");
    }

    @Test
    void isAskedForItsProxyOnce() throws IOException {
        List<URI> asked = new CopyOnWriteArrayList<>();
        ProxySelector none = ProxySelector.of(null);

        send(
                pool -> pool.customizeClient(client -> client.setProxySelector(new WatchedSelector(none, asked))),
                HttpGet::new);

        assertThat(asked).hasSize(1);
        assertThat(ways).singleElement().asString().endsWith(".StraightCall");
    }

    @Test
    void goesStraightWithAConfigurationOfItsOwn() throws IOException {
        send(pool -> {}, uri -> {
            HttpGet request = new HttpGet(uri);
            request.setConfig(RequestConfig.DEFAULT);
            return request;
        });

        assertThat(ways).singleElement().asString().endsWith(".StraightCall");
    }
}
