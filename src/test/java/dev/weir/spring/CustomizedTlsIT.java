package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.net.InetAddress;
import java.net.URI;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.InMemoryDnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What customizers of Boot's builders say of TLS holds for the connections of a pool. */
class CustomizedTlsIT {

    private static final String BUNDLE = "spring.http.clients.ssl.bundle=ours";

    private final LoopbackServer older = server("TLSv1.2");
    private final LoopbackServer newer = server("TLSv1.3");

    private static LoopbackServer server(String protocol) {
        return LoopbackServer.https(TestCertificates.trusted())
                .onlyProtocol(protocol)
                .handler(Handler.ok("secret"))
                .start();
    }

    @AfterEach
    void stop() {
        older.close();
        newer.close();
    }

    @Test
    void takesTheProtocolsOfTheirStrategy() {
        BootApp.with(Strategy.class).test(context -> {
            assertThat(get(context, older.uri("/"))).isEqualTo("secret");
            assertThatThrownBy(() -> get(context, newer.uri("/"))).hasCauseInstanceOf(SSLHandshakeException.class);
        });
    }

    @Test
    void tellsTheirStrategyTheirTlsConfig() {
        BootApp.with(Told.class).test(context -> {
            assertThat(get(context, older.uri("/"))).isEqualTo("secret");
            assertThatThrownBy(() -> get(context, newer.uri("/"))).hasCauseInstanceOf(SSLHandshakeException.class);
        });
    }

    @Test
    void takesTheHostNameVerifierOfTheirStrategy() {
        BootApp.with(BootSettingsIT.Bundles.class, Names.class)
                .test(
                        context -> assertThatThrownBy(() -> get(context, wrongName()))
                                .hasCauseInstanceOf(SSLHandshakeException.class),
                        BUNDLE);
        BootApp.with(Strategy.class, Names.class)
                .test(context -> assertThat(get(context, wrongName())).isEqualTo("secret"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void passesOverProtocolsThatHttpClientPassesOver(boolean hasPools) {
        BootApp.with(BootSettingsIT.Bundles.class, Config.class)
                .test(
                        context -> assertThat(get(context, newer.uri("/"))).isEqualTo("secret"),
                        BUNDLE,
                        "weir.enabled=" + hasPools);
    }

    private URI wrongName() {
        return URI.create("https://wrong.test:" + older.port() + "/");
    }

    private static String get(ConfigurableApplicationContext context, URI uri) {
        return String.valueOf(
                BootApp.restClient(context).get().uri(uri).retrieve().body(String.class));
    }

    private static DefaultClientTlsStrategy strategy(String... protocols) {
        return new DefaultClientTlsStrategy(
                TestCertificates.trusted().clientContext(),
                protocols,
                null,
                SSLBufferMode.STATIC,
                HostnameVerificationPolicy.CLIENT,
                NoopHostnameVerifier.INSTANCE);
    }

    @Configuration(proxyBeanMethods = false)
    static class Strategy {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> strategies() {
            return builder -> builder.withTlsSocketStrategyFactory(bundle -> strategy("TLSv1.2"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Config {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> configs() {
            return builder -> builder.withConnectionManagerCustomizer(manager -> manager.setDefaultTlsConfig(
                    TlsConfig.custom().setSupportedProtocols("TLSv1.2").build()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Told extends Config {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> told() {
            TlsSocketStrategy asked = (socket, target, port, attachment, context) -> strategy(
                            ((TlsConfig) attachment).getSupportedProtocols())
                    .upgrade(socket, target, port, attachment, context);
            return builder -> builder.withConnectionManagerCustomizer(manager -> manager.setTlsSocketStrategy(asked));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Names {
        @Bean
        HttpPoolCustomizer names() {
            return (pool, builder) -> builder.dnsResolver(resolver());
        }

        private static DnsResolver resolver() {
            InMemoryDnsResolver names = new InMemoryDnsResolver();
            names.add("wrong.test", InetAddress.getLoopbackAddress());
            return names;
        }
    }
}
