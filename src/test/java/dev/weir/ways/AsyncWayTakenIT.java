package dev.weir.ways;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import dev.weir.testserver.LoopbackServer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.LaxRedirectStrategy;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which requests of an asynchronous client go straight, told by the stack on which their interceptors run. */
class AsyncWayTakenIT {

    private static final String STRAIGHT = ".AsyncStraightCall";
    private static final String CHAIN = ".HttpAsyncMainClientExec$1";

    private record Setting(String name, Consumer<HttpPoolBuilder> pool) {
        static Setting ofClient(String name, Consumer<HttpAsyncClientBuilder> client) {
            return new Setting(name, pool -> pool.customizeAsyncClient(client));
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

    private void send(Consumer<HttpPoolBuilder> setting, Function<URI, SimpleHttpRequest> request) throws Exception {
        HttpPoolBuilder builder = HttpPool.builder("ways");
        setting.accept(builder);
        builder.customizeAsyncClient(
                client -> client.addRequestInterceptorLast((sent, entity, context) -> ways.add(way())));
        try (AsyncHttpPool pool = builder.buildAsync()) {
            pool.client().execute(request.apply(server.uri("/")), null).get(20, TimeUnit.SECONDS);
        }
    }

    private static String way() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.endsWith(STRAIGHT) || name.endsWith(CHAIN))
                        .findFirst()
                        .orElse("none"));
    }

    private static SimpleHttpRequest get(URI uri) {
        return SimpleRequestBuilder.get(uri).build();
    }

    static Stream<Setting> common() {
        return Stream.of(
                new Setting("nothing set", pool -> {}),
                new Setting("cookies", pool -> pool.cookies(true)),
                new Setting("no redirects", pool -> pool.redirects(false)),
                new Setting("retries", pool -> pool.retry(retry -> retry.onStatus(503))),
                new Setting("strict reuse", pool -> pool.reuse(ReusePolicy.SAFE)),
                new Setting(
                        "excluded from the proxy",
                        pool -> pool.proxy("http://proxy:3128").noProxy("127.0.0.1")),
                Setting.ofClient("user agent", client -> client.setUserAgent("own/1")),
                Setting.ofClient("headers", client -> client.setDefaultHeaders(List.of(new BasicHeader("X", "1")))),
                Setting.ofClient("no decoding", HttpAsyncClientBuilder::disableContentCompression),
                Setting.ofClient("no retries", HttpAsyncClientBuilder::disableAutomaticRetries));
    }

    @ParameterizedTest
    @MethodSource("common")
    void goesStraightWhatever(Setting setting) throws Exception {
        send(setting.pool(), AsyncWayTakenIT::get);

        assertThat(ways).singleElement().asString().endsWith(STRAIGHT);
    }

    static Stream<Setting> own() {
        return Stream.of(
                new Setting("size limit", pool -> pool.maxDecodedSize(1_000)),
                Setting.ofClient(
                        "step",
                        client -> client.addExecInterceptorFirst(
                                "own",
                                (request, body, scope, chain, callback) ->
                                        chain.proceed(request, body, scope, callback))),
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
    void goesThroughTheChainWith(Setting setting) throws Exception {
        send(setting.pool(), AsyncWayTakenIT::get);

        assertThat(ways).singleElement().asString().endsWith(CHAIN);
    }

    @Test
    void goesThroughTheChainWithABody() throws Exception {
        send(
                pool -> {},
                uri -> SimpleRequestBuilder.post(uri)
                        .setBody("sent", ContentType.TEXT_PLAIN)
                        .build());

        assertThat(ways).singleElement().asString().endsWith(CHAIN);
    }

    @Test
    void goesThroughTheChainToTrace() throws Exception {
        send(pool -> {}, uri -> SimpleRequestBuilder.trace(uri).build());

        assertThat(ways).singleElement().asString().endsWith(CHAIN);
    }

    @Test
    void followsARedirectThroughTheChain() throws Exception {
        server.handler(exchange -> {
            if (exchange.target().equals("/to")) {
                exchange.ok("there");
            } else {
                exchange.respond(302, new byte[0], "Location", "/to");
            }
        });

        send(pool -> {}, AsyncWayTakenIT::get);

        assertThat(ways).hasSize(2);
        assertThat(ways.get(0)).endsWith(STRAIGHT);
        assertThat(ways.get(1)).endsWith(CHAIN);
    }
}
