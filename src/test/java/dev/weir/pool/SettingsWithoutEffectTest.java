package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.Violation;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http2.config.H2Config;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A setting or an object that the pool would not use is refused, with what would pass. */
class SettingsWithoutEffectTest {

    private static final H2Config OF_STREAMS =
            H2Config.custom().setMaxConcurrentStreams(50).build();

    private final HttpPoolBuilder shop = HttpPool.builder("shop");

    @Nested
    class Blocking {
        @Test
        void hasNoStreams() {
            shop.http2Config(OF_STREAMS);

            assertThat(messages(shop::config))
                    .containsExactly("http2Config needs an asynchronous pool, but was " + OF_STREAMS
                            + ": the pools of build() speak"
                            + " HTTP/1.1 in the threads of their callers, and have neither streams nor I/O"
                            + " threads; buildAsync() would pass [for-asynchronous-pools]");
            assertThat(shop.asyncConfig().http2Config()).isEqualTo(OF_STREAMS);
        }

        @Test
        void hasNoAsynchronousTls() {
            shop.asyncTlsStrategy(ClientTlsStrategyBuilder.create().buildAsync());

            assertThat(messages(shop::config))
                    .containsExactly("asyncTlsStrategy needs an asynchronous pool, but was"
                            + " org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy: the pools of build() speak"
                            + " HTTP/1.1 in the threads of their callers, and have neither streams nor I/O threads;"
                            + " tlsStrategy(...) would pass [for-asynchronous-pools]");
        }

        @Test
        void saysToLeaveOutWhatNoOtherKindOfPoolWouldTakeBesideTheRest() {
            shop.http2Config(OF_STREAMS).customizeClient(client -> {});

            assertThat(messages(shop::config))
                    .singleElement()
                    .satisfies(message -> assertThat(message).contains("; leaving it out would pass"));
        }
    }

    @Nested
    class Asynchronous {

        @Test
        void hasNoBlockingTls() {
            shop.tlsStrategy(DefaultClientTlsStrategy.createDefault());

            assertThat(messages(shop::asyncConfig))
                    .satisfiesExactly(strategy -> assertThat(strategy)
                            .startsWith("tlsStrategy needs a blocking pool, but was ")
                            .endsWith("; asyncTlsStrategy(...) would pass [for-blocking-pools]"));
        }
    }

    @Nested
    class BesideAnother {
        @Test
        void tlsIsLeftToTheStrategyThatIsGiven() throws NoSuchAlgorithmException {
            shop.tlsStrategy(DefaultClientTlsStrategy.createDefault())
                    .sslContext(SSLContext.getDefault())
                    .tls(t -> t.protocols("TLSv1.3"));

            assertThat(messages(shop::config))
                    .satisfiesExactly(
                            protocols -> assertThat(protocols)
                                    .isEqualTo("tls.protocols must be left to tlsStrategy"
                                            + " (org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy), but was"
                                            + " \"TLSv1.3\": the strategy makes the TLS connections, with"
                                            + " protocols, keys and checks of its own; leaving it out would pass"
                                            + " [tls-strategy-decides]"),
                            context -> assertThat(context)
                                    .startsWith("sslContext must be left to tlsStrategy (")
                                    .endsWith("leaving it out would pass [tls-strategy-decides]"));
        }

        @Test
        void credentialsNeedAProxy() {
            shop.proxyCredentials("ann", "secret".toCharArray());

            assertThat(messages(shop::config))
                    .containsExactly(
                            "proxyCredentials needs an http or https proxy, but was set without one: only an http or"
                                    + " https proxy asks for credentials; proxy(\"http://proxy:3128\") would pass"
                                    + " [proxy-credentials-need-proxy]");
            assertThat(rules(() -> shop.proxy("socks://proxy:1080").config()))
                    .containsExactly("proxy-credentials-need-proxy");
            assertThat(shop.proxy("https://proxy:3129").config().effective().proxy())
                    .isPresent();
        }
    }

    @Nested
    class Together {
        @Test
        void allAreNamedAtOnceWithWhatElseIsWrong() {
            shop.maxTotal(0)
                    .http2Config(OF_STREAMS)
                    .customizeAsyncClient(client -> {})
                    .proxyCredentials("ann", "secret".toCharArray())
                    .tls(t -> t.protocols("TLS1.3"));

            assertThat(rules(shop::build))
                    .containsExactlyInAnyOrder(
                            "count-at-least-one",
                            "for-asynchronous-pools",
                            "for-asynchronous-pools",
                            "proxy-credentials-need-proxy",
                            "tls-names-known");
        }

        @Test
        void showNoSecret() {
            shop.proxyCredentials("ann", "secret".toCharArray());

            assertThat(messages(shop::config)).noneMatch(each -> each.contains("ann") || each.contains("secret"));
        }

        @Test
        void holdInConfigurationsThatAreMadeOfThePools() {
            try (HttpPool pool =
                    shop.tlsStrategy(DefaultClientTlsStrategy.createDefault()).build()) {
                PoolConfig.Builder next = pool.config().toBuilder().tls(t -> t.protocols("TLSv1.3"));

                assertThat(rules(next::build)).containsExactly("tls-strategy-decides");
            }
        }
    }

    @Nested
    class OfTheOtherKind {
        @Test
        void isRefusedByARunningBlockingPool() {
            try (HttpPool pool = shop.build()) {
                PoolConfig next = PoolConfig.builder("shop").asyncConfig();

                assertThatExceptionOfType(IllegalArgumentException.class)
                        .isThrownBy(() -> pool.reconfigure(next))
                        .withMessage("Pool 'shop' is blocking and cannot take a configuration for a pool that is"
                                + " asynchronous: make it with config().toBuilder()");
                assertThat(pool.config().effective().protocol()).isEqualTo(Protocol.HTTP_1_1);
                assertThat(pool.config().isAsync()).isFalse();
            }
        }

        @Test
        void isRefusedByARunningAsynchronousPool() {
            try (var pool = shop.buildAsync()) {
                PoolConfig next = PoolConfig.builder("shop").build();

                assertThatExceptionOfType(IllegalArgumentException.class)
                        .isThrownBy(() -> pool.reconfigure(next))
                        .withMessage("Pool 'shop' is asynchronous and cannot take a configuration for a pool that is"
                                + " blocking: make it with config().toBuilder()");
                assertThat(pool.config().isAsync()).isTrue();
                assertThat(pool.config().toBuilder().build().isAsync()).isTrue();
            }
        }
    }

    private static List<String> messages(Supplier<?> built) {
        return violations(built).stream().map(Violation::message).toList();
    }

    private static List<String> rules(Supplier<?> built) {
        return violations(built).stream().map(Violation::rule).toList();
    }

    private static List<Violation> violations(Supplier<?> built) {
        return catchThrowableOfType(InvalidPoolConfigException.class, built::get)
                .violations();
    }
}
