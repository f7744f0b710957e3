package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Which pools the exclusions of {@code weir.defaults.no-proxy} concern. */
class NoProxyPropertiesTest {

    private static final BootTimes NONE = new BootTimes(null, null);

    @Test
    void areThoseThatHaveAProxy() {
        WeirProperties properties = properties(Map.of(
                "weir.defaults.no-proxy", "*.internal",
                "weir.pools.payments.proxy", "http://proxy:3128"));

        assertThat(plan("payments", properties).check().noProxy()).containsExactly("*.internal");
        assertThat(plan("default", properties).check().noProxy()).isEmpty();
    }

    @Test
    void areThoseWhoseProxyIsSetInCode() {
        WeirProperties properties = properties(Map.of(
                "weir.defaults.no-proxy", "*.internal",
                "weir.pools.payments.proxy", "http://proxy:3128"));
        HttpPoolBuilder builder = HttpPool.builder("default").proxy("http://other:3128");

        plan("default", properties).complete(builder, builder::config);

        assertThat(builder.config().noProxy()).containsExactly("*.internal");
    }

    @Test
    void areNoneWhereNoPoolHasAProxy() {
        PoolPlan plan = plan("default", properties(Map.of("weir.defaults.no-proxy", "*.internal")));

        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(plan::check)
                .withMessageContaining("needs a proxy");
    }

    @Test
    void areNoneWhereThePoolThatSetsThemHasNoProxy() {
        PoolPlan plan = plan(
                "search",
                properties(Map.of(
                        "weir.pools.search.no-proxy", "*.internal",
                        "weir.pools.payments.proxy", "http://proxy:3128")));

        assertThatExceptionOfType(InvalidPoolConfigException.class).isThrownBy(plan::check);
    }

    private static PoolPlan plan(String pool, WeirProperties properties) {
        return new PoolPlan(pool, properties, NONE, NONE);
    }

    private static WeirProperties properties(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bind("weir", Bindable.of(WeirProperties.class))
                .get();
    }
}
