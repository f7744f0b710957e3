package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;

/** What becomes of the keep-alive strategy of a user's own client over the pool's connection manager. */
class KeepAliveStrategyIT {
    @Test
    void reusesUnderAStrategyThatKeepsForever() throws IOException {
        assertThat(connectionsOfTwoCalls(TimeValue.NEG_ONE_MILLISECOND, "")).isEqualTo(1);
    }

    @Test
    void closesAfterAHintOfZeroUnderAStrategyThatKeepsForever() throws IOException {
        assertThat(connectionsOfTwoCalls(TimeValue.NEG_ONE_MILLISECOND, "timeout=0"))
                .isEqualTo(2);
    }

    @Test
    void closesUnderAStrategyThatKeepsNothing() throws IOException {
        assertThat(connectionsOfTwoCalls(TimeValue.ZERO_MILLISECONDS, "")).isEqualTo(2);
    }

    private static int connectionsOfTwoCalls(TimeValue kept, String hint) throws IOException {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.keepAliveHeader(hint).ok("hello"))
                        .start();
                HttpPool pool = PatientPool.builder("test").build();
                CloseableHttpClient client = HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .setKeepAliveStrategy((response, context) -> kept)
                        .build()) {
            for (String path : List.of("/first", "/second")) {
                client.execute(new HttpGet(server.uri(path)), response -> null);
            }
            return server.accepted();
        }
    }
}
