package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.mock.env.MockEnvironment;

class SettingPropertiesTest {

    private final MockEnvironment environment = new MockEnvironment();

    private SettingProperties names(String pool) {
        ConfigurationPropertySources.attach(environment);
        WeirProperties properties = Binder.get(environment).bindOrCreate("weir", WeirProperties.class);
        return new SettingProperties(pool, properties, new SetProperties(environment));
    }

    @ParameterizedTest
    @CsvSource({
        "maxPerRoute, weir.pools.shop.max-per-route",
        "timeouts.read, weir.pools.shop.timeouts.read",
        "keepAlive.serverIdle, weir.pools.shop.keep-alive.server-idle",
        "http2.maxStreams, weir.pools.shop.http2.max-streams",
        "timeouts.unordered, weir.pools.shop.timeouts.unordered",
        "route[https://recs:8443].maxConnections, weir.pools.shop.routes.<nickname>.max-connections",
        "connectionState, connectionState (by an HttpPoolCustomizer)",
        "JvmDnsCache.apply(...) at the very start of the program, weir.jvm-dns.ttl",
        "buildAsync() and use its blockingClient(), weir.pools.shop.protocol=negotiate",
        "something(new), something(new)"
    })
    void namesWhatWouldSetIt(String setting, String property) {
        assertThat(names("shop").apply(setting)).isEqualTo(property);
    }

    @Test
    void namesTheMostSpecificThatIsSet() {
        environment.setProperty("spring.http.clients.read-timeout", "9s");
        environment.setProperty("weir.defaults.timeouts.total", "20s");
        environment.setProperty("weir.pools.other.timeouts.total", "30s");

        SettingProperties names = names("shop");

        assertThat(names.apply("timeouts.read")).isEqualTo("spring.http.clients.read-timeout");
        assertThat(names.apply("timeouts.total")).isEqualTo("weir.defaults.timeouts.total");
    }

    @Test
    void namesARouteByItsNickname() {
        environment.setProperty("weir.pools.shop.routes.recs.target", "https://*.recs");
        environment.setProperty("weir.pools.shop.routes.recs.max-connections", "5");

        SettingProperties names = names("shop");

        assertThat(names.apply("route[https://*.recs].maxConnections"))
                .isEqualTo("weir.pools.shop.routes.recs.max-connections");
    }

    @Test
    void hasAPropertyOrSaysThatThereIsNoneForEachSetting() {
        List<String> settings = PoolConfig.builder("shop").build().effective().settings().stream()
                .map(Setting::name)
                .toList();

        SettingProperties names = names("shop");

        assertThat(settings)
                .isNotEmpty()
                .allSatisfy(setting -> assertThat(names.apply(setting))
                        .matches("weir\\.pools\\.shop\\.[a-z0-9.-]+|.* \\(by an HttpPoolCustomizer\\)"));
    }
}
