package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.event.PoolEvent.RequestEnded;
import dev.weir.event.PoolListener;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SocksProxyServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

/** What customizers of Boot's builders say of connections holds for pools, and never keeps a request from being sent. */
class CustomizersIT {

    private final CountDownLatch never = new CountDownLatch(1);
    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        never.countDown();
        server.close();
    }

    @Test
    void limitReading() {
        server.handler(exchange -> exchange.await(never).ok("late"));

        BootApp.with(Times.class).test(context -> {
            assertThatThrownBy(() -> get(context)).hasCauseInstanceOf(SocketTimeoutException.class);
            assertThat(config(context).timeouts().connect()).isEqualTo(Duration.ofMillis(200));
            assertThat(config(context).tls().handshake()).isEqualTo(Duration.ofMillis(150));
        });
    }

    @Test
    void yieldToPropertiesThatContradict() {
        BootApp.with(LongTimes.class)
                .test(
                        context -> {
                            assertThat(get(context)).isEqualTo("hello");
                            assertThat(config(context).timeouts().total()).isEqualTo(Duration.ofSeconds(25));
                        },
                        "weir.defaults.timeouts.total=25s");
    }

    @Test
    void sendRequestsThroughASocksProxy() {
        try (SocksProxyServer proxy = SocksProxyServer.start()) {
            BootApp.with(Socks.class)
                    .test(context -> assertThat(get(context)).isEqualTo("hello"), "test.proxy-port=" + proxy.port());

            assertThat(proxy.log().connects()).isEqualTo(1);
        }
    }

    @Test
    void checkConnectionsAlways() {
        BootApp.with(Always.class).test(context -> {
            get(context);

            assertThat(config(context).eviction().validateAfter()).isZero();
        });
    }

    @Test
    void areHeldWithinTheTotal() {
        BootApp.with(Limits.class).test(context -> {
            assertThat(get(context)).isEqualTo("hello");
            assertThat(config(context).maxTotal()).isEqualTo(50);
            assertThat(config(context).maxPerRoute()).isEqualTo(50);
            assertThat(config(context).eviction().maxLifetime()).isEqualTo(Duration.ofSeconds(5));
        });
        BootApp.with(Limits.class)
                .test(
                        context -> {
                            assertThat(get(context)).isEqualTo("hello");
                            assertThat(config(context).maxPerRoute()).isEqualTo(7);
                        },
                        "weir.defaults.max-total=7",
                        "weir.defaults.eviction.idle=20s");
    }

    @Test
    void reachReactiveClients() {
        BootApp.with(Reactive.class).test(context -> {
            context.getBean(WebClient.Builder.class)
                    .build()
                    .get()
                    .uri(server.uri("/"))
                    .retrieve()
                    .toBodilessEntity()
                    .block(Duration.ofSeconds(10));

            PoolConfig config = config(context, "default-async");
            assertThat(config.timeouts().read()).isEqualTo(Duration.ofSeconds(3));
            assertThat(config.tls().protocols()).containsExactly("TLSv1.3");
        });
    }

    @Test
    void areJoinedByBeansThatListenToCalls() {
        BootApp.with(Listening.class).test(context -> {
            get(context);

            assertThat(context.getBean(Listening.class).heard)
                    .singleElement()
                    .satisfies(event -> assertThat(event.pool()).isEqualTo("default"));
        });
    }

    private String get(ConfigurableApplicationContext context) {
        return String.valueOf(BootApp.restClient(context)
                .get()
                .uri(server.uri("/"))
                .retrieve()
                .body(String.class));
    }

    private static PoolConfig config(ConfigurableApplicationContext context) {
        return config(context, "default");
    }

    private static PoolConfig config(ConfigurableApplicationContext context, String pool) {
        return context.getBean(HttpPools.class).find(pool).orElseThrow().config();
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {
        final List<RequestEnded> heard = new CopyOnWriteArrayList<>();

        @Bean
        PoolListener calls() {
            return event -> {
                if (event instanceof RequestEnded call) {
                    heard.add(call);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Times {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> times() {
            return times(Timeout.ofMilliseconds(300), Timeout.ofMilliseconds(200), Timeout.ofMilliseconds(150));
        }

        static ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> times(
                Timeout read, Timeout connect, Timeout handshake) {
            return builder -> builder.withConnectionConfigCustomizer(
                            connection -> connection.setSocketTimeout(read).setConnectTimeout(connect))
                    .withConnectionManagerCustomizer(manager -> manager.setDefaultTlsConfig(
                            TlsConfig.custom().setHandshakeTimeout(handshake).build()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LongTimes {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> longTimes() {
            return Times.times(Timeout.ofSeconds(30), Timeout.ofSeconds(20), Timeout.ofSeconds(15));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Socks {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> proxy(
                Environment environment) {
            int port = environment.getRequiredProperty("test.proxy-port", Integer.class);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            return builder -> builder.withSocketConfigCustomizer(socket -> socket.setSocksProxyAddress(address));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Always {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> always() {
            return builder -> builder.withConnectionConfigCustomizer(
                    connection -> connection.setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Limits {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> limits() {
            return builder -> builder.withConnectionManagerCustomizer(
                            manager -> manager.setMaxConnTotal(50).setMaxConnPerRoute(100))
                    .withConnectionConfigCustomizer(connection -> connection
                            .setTimeToLive(TimeValue.ofSeconds(5))
                            .setValidateAfterInactivity(TimeValue.ofSeconds(10)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Reactive {
        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder> reactive() {
            return builder -> builder.withConnectionConfigCustomizer(
                            connection -> connection.setSocketTimeout(Timeout.ofSeconds(3)))
                    .withConnectionManagerCustomizer(manager -> manager.setDefaultTlsConfig(
                            TlsConfig.custom().setSupportedProtocols("TLSv1.3").build()));
        }
    }
}
