package dev.weir.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An origin that answers 407, as only proxies may. */
@Timeout(60)
class OriginChallengeIT {

    private final List<String> credentials = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
            .handler(exchange -> {
                credentials.addAll(
                        exchange.headers().first("Proxy-Authorization").stream().toList());
                exchange.respond(407, new byte[0], "Proxy-Authenticate", "Basic realm=\"x\"");
            })
            .start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("test").sslContext(TestCertificates.trusted().clientContext());
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void isAResponseLikeAnyOtherInATunnel(ClientKind kind) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        String uri = URI.create("https://recs.weir.test:" + server.port() + "/").toString();
        try (HttpProxyServer proxy = HttpProxyServer.start("user", "pass");
                PoolCaller pool =
                        kind.open(builder().proxy(proxy.origin()).proxyCredentials("user", "pass".toCharArray()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(pool.get(uri, context)).isEqualTo("407 ");
                assertThat(pool.get(uri, HttpClientContext.create())).isEqualTo("407 ");
            }
        }
        assertThat(credentials).isEmpty();
    }
}
