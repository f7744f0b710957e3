package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is sent again is what was sent: with the headers of the steps of the chain. */
@Timeout(60)
class ReplayedHeadsIT {

    private static final ClientKind.Setup ADDING = new ClientKind.Setup(
            client -> client.addExecInterceptorFirst("own", (request, scope, chain) -> {
                request.setHeader("X-Own", "1");
                return chain.proceed(request, scope);
            }),
            client -> client.addExecInterceptorFirst("own", (request, body, scope, chain, callback) -> {
                request.setHeader("X-Own", "1");
                chain.proceed(request, body, scope, callback);
            }));

    private final List<Set<String>> heads = new CopyOnWriteArrayList<>();

    private Set<String> note(Exchange exchange) {
        Set<String> head = new TreeSet<>();
        exchange.headers().forEach((name, value) -> head.add(name + ": " + value));
        heads.add(head);
        return head;
    }

    private LoopbackServer closing() {
        return LoopbackServer.http()
                .handler(exchange -> {
                    note(exchange);
                    if (exchange.connection().requestNumber() == 2) {
                        exchange.hangUp();
                    } else {
                        exchange.ok("yes");
                    }
                })
                .start();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void haveTheHeadersOfTheFirstAttemptAfterALostRace(ClientKind kind) throws IOException {
        try (LoopbackServer server = closing();
                PoolCaller pool = kind.open(PatientPool.builder("test"), ADDING)) {
            pool.get(server.uri("/1").toString(), HttpClientContext.create());

            assertThat(pool.get(server.uri("/2").toString(), HttpClientContext.create()))
                    .isEqualTo("200 yes");
        }
        assertThat(heads).hasSize(3);
        assertThat(heads.get(1))
                .anyMatch(line -> line.startsWith("Accept-Encoding"))
                .contains("X-Own: 1");
        assertThat(heads.get(2)).isEqualTo(heads.get(1));
    }

    @Test
    void ofHttpClientsOwnBlockingClientLackThoseOfInterceptors() throws IOException {
        HttpClientBuilder builder = HttpClients.custom()
                .setRetryStrategy(new DefaultHttpRequestRetryStrategy(1, TimeValue.ZERO_MILLISECONDS));
        ADDING.blocking().accept(builder);
        try (LoopbackServer server = closing();
                CloseableHttpClient plain = builder.build()) {
            for (String target : List.of("/1", "/2")) {
                ClientKind.blocking(plain).send("GET", server.uri(target).toString(), HttpClientContext.create());
            }
        }
        assertThat(heads).hasSize(3);
        assertThat(heads.get(1)).contains("X-Own: 1");
        assertThat(heads.get(2)).doesNotContain("X-Own: 1");
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void haveThemAfterAStatusThatIsRetried(ClientKind kind) throws IOException {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> {
                            note(exchange);
                            exchange.respond(heads.size() == 1 ? 503 : 200, new byte[0]);
                        })
                        .start();
                PoolCaller pool = kind.open(
                        PatientPool.builder("test").retry(r -> r.onStatus(503).backoff(Duration.ofMillis(1))),
                        ADDING)) {
            assertThat(pool.get(server.uri("/").toString(), HttpClientContext.create()))
                    .startsWith("200");
        }
        assertThat(heads).hasSize(2);
        assertThat(heads.get(0)).contains("X-Own: 1");
        assertThat(heads.get(1)).isEqualTo(heads.get(0));
    }
}
