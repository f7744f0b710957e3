package dev.weir.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a caller does, it gets from the clients of pools what it gets from HttpClient's own, and so does the server. */
@Tag("slow")
class ChainIT {

    // Strict framing, one cancellation by one name in every phase, no second request after a response, and one that
    // asks again with all headers of the first.
    private static final Set<String> DIFFER = Set.of(
            "[HTTP/1.1 200 OK|Content-Length: 3|Content-Length: 3||abc]",
            "[HTTP/1.1 99 Low||]",
            "[nonsense||]",
            "credentials of the caller's for the connection",
            "cancelled before",
            "cancelled while it waits for the response",
            "response interceptor that fails with I/O",
            "through a proxy that asks who it is");

    // A body that was streamed, or whose chunks are no chunks over HTTP/2, and the names of HttpCore's failures.
    private static final Set<String> DIFFER_ASYNC = Set.of(
            "put of chunks",
            "target []",
            "[HTTP/1.1 101 Switching|Upgrade: TLS/1.2|Connection: Upgrade||]",
            "[]",
            "always hung up on",
            "redirect of post once 301",
            "redirect of post once 302",
            "redirect of post once 303",
            "redirect of post once 307",
            "redirect of post once 308",
            "gzip of nothing",
            "read after closing",
            "read twice",
            "cancelled while the body is read");

    private static final HttpRequestRetryStrategy ONCE_AT_ONCE =
            new DefaultHttpRequestRetryStrategy(1, TimeValue.ZERO_MILLISECONDS) {
                @Override
                public boolean retryRequest(HttpResponse response, int execCount, HttpContext context) {
                    return false;
                }
            };

    static Stream<Case> cases() {
        return Stream.of(
                        RequestCases.requests(),
                        RequestCases.clients(),
                        ResponseCases.statuses(),
                        ResponseCases.redirects(),
                        ResponseCases.authentication(),
                        ResponseCases.retries(),
                        BodyCases.bodies(),
                        BodyCases.failures())
                .flatMap(List::stream)
                .filter(each -> !DIFFER.contains(each.name()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void blockingPoolsDoWhatHttpClientDoes(Case each) throws Exception {
        try (HttpPool pool = PatientPool.builder("chain")
                .customizeClient(client -> each.customize(client))
                .build()) {
            assertThat(new Transcript(each).of(pool.client())).isEqualTo(ofHttpClient(each));

            comesToRest(pool);
        }
    }

    static Stream<Case> blockingCallers() {
        return cases().filter(each -> each.customizer() == null && !DIFFER_ASYNC.contains(each.name()));
    }

    @ParameterizedTest
    @MethodSource("blockingCallers")
    void asynchronousPoolsDoWhatHttpClientDoes(Case each) throws Exception {
        try (AsyncHttpPool pool =
                PatientPool.builder("chain").protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertThat(new Transcript(each).of(pool.blockingClient())).isEqualTo(ofHttpClient(each));

            comesToRest(pool);
        }
    }

    private static String ofHttpClient(Case each) throws Exception {
        HttpClientBuilder builder = HttpClientBuilder.create()
                .disableCookieManagement()
                .setRetryStrategy(ONCE_AT_ONCE)
                .setDefaultRequestConfig(
                        RequestConfig.custom().setProtocolUpgradeEnabled(false).build());
        each.customize(builder);
        try (CloseableHttpClient plain = builder.build()) {
            return new Transcript(each).of(plain);
        }
    }

    // The last response may come before its connection is given back.
    private static void comesToRest(ManagedPool pool) {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() + pool.snapshot().dialing() == 0);
    }

    /** What the server saw and what the caller got. */
    private static final class Transcript {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final ConcurrentHashMap<Integer, Integer> connections = new ConcurrentHashMap<>();
        private final Case of;

        Transcript(Case of) {
            this.of = of;
        }

        String of(CloseableHttpClient client) throws Exception {
            HttpClientContext context = HttpClientContext.create();
            try (LoopbackServer server =
                    LoopbackServer.http().handler(this::serve).start()) {
                try {
                    lines.add("caller: " + of.call().make(client, server, context));
                } catch (Throwable e) { // an Error must come out, too
                    lines.add("caller: " + e.getClass().getName());
                }
                return String.join("\n", lines).replace(String.valueOf(server.port()), "PORT");
            }
        }

        private void serve(Exchange exchange) throws Exception {
            int connection = connections.computeIfAbsent(exchange.connection().id(), id -> connections.size() + 1);
            Set<String> headers = new TreeSet<>();
            exchange.headers()
                    .forEach((name, value) -> headers.add(name.toLowerCase(Locale.ROOT) + ": " + canonical(value)));
            lines.add("server: " + connection + " " + exchange.method() + " " + exchange.target() + " " + headers
                    + (exchange.headers().first("Expect").isPresent() ? "" : " " + exchange.bodyText()));
            of.server().handle(exchange);
        }

        // HttpClient's two kinds of clients have their own name and order.
        private static String canonical(String value) {
            return value.replace("HttpAsyncClient", "HttpClient")
                    .replace("gzip, x-gzip, deflate", "gzip, deflate, x-gzip")
                    .replace("x-gzip, br", "br, x-gzip");
        }
    }
}
