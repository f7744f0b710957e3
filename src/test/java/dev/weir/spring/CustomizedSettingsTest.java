package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.junit.jupiter.api.Test;

class CustomizedSettingsTest {

    private final PoolingHttpClientConnectionManagerBuilder builder =
            PoolingHttpClientConnectionManagerBuilder.create();

    @Test
    void nameWhatAPoolCannotTakeOver() {
        builder.setSchemePortResolver(DefaultSchemePortResolver.INSTANCE)
                .setConnPoolPolicy(PoolReusePolicy.FIFO)
                .setConnectionConfigResolver(route -> ConnectionConfig.DEFAULT)
                .setDefaultSocketConfig(SocketConfig.custom().setTcpKeepIdle(60).build());

        assertThat(notes())
                .containsExactly(
                        "setSchemePortResolver has no effect on a pool, or not for single routes",
                        "setConnPoolPolicy has no effect on a pool, or not for single routes",
                        "setConnectionConfigResolver has no effect on a pool, or not for single routes",
                        "setTcpKeepIdle, setTcpKeepInterval and setTcpKeepCount have no effect on a pool");
    }

    @Test
    void nameWhatHttpClientPassesOver() {
        builder.setDefaultTlsConfig(
                TlsConfig.custom().setSupportedProtocols("TLSv1.2").build());

        assertThat(notes())
                .singleElement()
                .asString()
                .startsWith(
                        "setDefaultTlsConfig: HttpClient's own TLS strategy of blocking clients takes no protocols");
    }

    @Test
    void areSilentOnWhatAStrategyOfTheirsIsTold() {
        builder.setDefaultTlsConfig(
                        TlsConfig.custom().setSupportedProtocols("TLSv1.2").build())
                .setTlsSocketStrategy((socket, target, port, attachment, context) -> null);

        assertThat(notes()).isEmpty();
    }

    @Test
    void areSilentOnWhatIsTakenOver() {
        builder.setDefaultConnectionConfig(ConnectionConfig.DEFAULT)
                .setDefaultSocketConfig(SocketConfig.DEFAULT)
                .setDefaultTlsConfig(TlsConfig.DEFAULT)
                .setMaxConnTotal(5);

        assertThat(notes()).isEmpty();
    }

    private Iterable<String> notes() {
        return new CustomizedSettings(ManagerChoices.of(builder), new BootTimes(null, null)).notes();
    }
}
