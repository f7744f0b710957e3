package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heads may be as long as the pool says, and one that is longer fails once. */
class HeadLimitsIT {

    private final LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stop() {
        server.close();
    }

    private void answersWithLineOf(int bytes) {
        server.handler(
                exchange -> exchange.respond(200, "ok".getBytes(StandardCharsets.US_ASCII), "X", "a".repeat(bytes)));
    }

    private void answersWithHeaders(int count) {
        String[] headers = new String[2 * count];
        for (int i = 0; i < count; i++) {
            headers[2 * i] = "X-" + i;
            headers[2 * i + 1] = "a";
        }
        server.handler(exchange -> exchange.respond(200, "ok".getBytes(StandardCharsets.US_ASCII), headers));
    }

    private static Http1Config lines(int longest) {
        return Http1Config.custom().setMaxLineLength(longest).build();
    }

    private static Http1Config headers(int most) {
        return Http1Config.custom().setMaxHeaderCount(most).build();
    }

    private String get(ClientKind kind, Consumer<HttpPoolBuilder> knobs) throws IOException {
        HttpPoolBuilder builder = HttpPool.builder("shop");
        knobs.accept(builder);
        try (PoolCaller caller = kind.open(builder)) {
            return caller.get(server.uri("/").toString(), HttpClientContext.create());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void aHeadThatIsTooLongFailsOnce(ClientKind kind) {
        answersWithLineOf(9_000);
        assertRefused(kind);
        answersWithHeaders(150);
        assertRefused(kind);
        assertThat(server.requests()).isEqualTo(2);
    }

    private void assertRefused(ClientKind kind) {
        assertThatThrownBy(() -> get(kind, pool -> {}))
                .isInstanceOf(MessageConstraintException.class)
                .hasMessageContaining("exceeded");
    }

    @ParameterizedTest
    @EnumSource
    void aHeadMayBeAsLongAsThePoolSays(ClientKind kind) throws IOException {
        answersWithLineOf(19_000);
        assertThat(get(kind, pool -> pool.http1Config(lines(20_000)))).isEqualTo("200 ok");
        answersWithHeaders(150);
        assertThat(get(kind, pool -> pool.http1Config(headers(200)))).isEqualTo("200 ok");
    }

    @Test
    void aPoolTakesOtherLimitsLive() throws IOException {
        answersWithLineOf(9_000);
        try (HttpPool pool = HttpPool.builder("shop").build()) {
            pool.reconfigure(
                    pool.config().toBuilder().http1Config(lines(10_000)).build());

            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
        }
    }
}
