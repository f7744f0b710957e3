package dev.weir.internal.diagnosis;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RaisedTimeoutsTest {

    private static List<String> raised(UnaryOperator<PoolConfig.Builder> settings) {
        return RaisedTimeouts.find(settings.apply(PoolConfig.builder("shop")).build(), SettingNames.PLAIN);
    }

    @Test
    void areToldWithWhatRaisesThem() {
        assertThat(raised(b -> b.tls(t -> t.handshake(ofSeconds(10)))))
                .containsExactly(
                        "tls.handshake = 10s raises timeouts.connect to 10s, timeouts.read to 25s, timeouts.total"
                                + " to 50s");
        assertThat(raised(b -> b.timeouts(t -> t.read(ofSeconds(30)))))
                .containsExactly("timeouts.read = 30s raises timeouts.total to 1m");
    }

    @Test
    void areToldOfTheRuleOfARouteOnce() {
        assertThat(raised(b -> b.route("https://*.internal", r -> r.timeouts(t -> t.read(ofSeconds(30))))
                        .route("https://a.internal", r -> r.maxConnections(3))))
                .containsExactly("route[https://*.internal].timeouts.read = 30s raises timeouts.total to 1m");
    }

    @Test
    void areNoneWhereTheyAreSetOrLowered() {
        assertThat(raised(b -> b)).isEmpty();
        assertThat(raised(b -> b.timeouts(t -> t.read(ofSeconds(30)).total(ofSeconds(50)))))
                .isEmpty();
        assertThat(raised(b -> b.timeouts(t -> t.read(ofSeconds(1))))).isEmpty();
    }
}
