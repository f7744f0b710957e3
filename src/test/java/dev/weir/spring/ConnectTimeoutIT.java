package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testserver.BlackHole;
import dev.weir.testserver.SilentServer;
import java.time.Duration;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/** Boot's connect timeout bounds the dial and the handshake. */
class ConnectTimeoutIT {

    private static final String CONNECT = "spring.http.clients.connect-timeout=210ms";

    @Test
    void endsAHandshakeWithASilentServer() {
        try (SilentServer mute = SilentServer.mute()) {
            BootApp.run(
                    context -> assertTimeout(
                            context,
                            ResourceAccessException.class,
                            () -> get(context, "https://127.0.0.1:" + mute.port())),
                    CONNECT);
        }
    }

    @Test
    void endsADialOfAReactiveClient() {
        try (BlackHole hole = BlackHole.open()) {
            BootApp.run(
                    context -> assertTimeout(
                            context,
                            WebClientRequestException.class,
                            () -> getReactive(context, "http://127.0.0.1:" + hole.port())),
                    CONNECT);
        }
    }

    private static void assertTimeout(
            ConfigurableApplicationContext context, Class<?> failure, ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(failure).hasCauseInstanceOf(ConnectTimeoutException.class);
        assertThat(context.getBean(HttpPools.class).pools())
                .singleElement()
                .satisfies(
                        pool -> assertThat(pool.config().timeouts().connect()).isEqualTo(Duration.ofMillis(210)));
    }

    private static void get(ConfigurableApplicationContext context, String uri) {
        BootApp.restClient(context).get().uri(uri).retrieve().toBodilessEntity();
    }

    private static void getReactive(ConfigurableApplicationContext context, String uri) {
        WebClient client = context.getBean(WebClient.Builder.class).build();
        client.get().uri(uri).retrieve().toBodilessEntity().block(Duration.ofSeconds(20));
    }
}
