package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.HttpPools;
import dev.weir.spring.WeirAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class WeirHealthAutoConfigurationTest {

    private static final String BEAN = "httppoolsHealthIndicator";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HttpClientAutoConfiguration.class, WeirAutoConfiguration.class, WeirHealthAutoConfiguration.class));

    @Test
    void tellsOfThePoolsAndBuildsNone() {
        runner.run(context -> {
            Health health = context.getBean(BEAN, HealthIndicator.class).health();

            assertThat(health)
                    .isEqualTo(Health.up()
                            .withDetail("pools", Map.of())
                            .withDetail("morePools", 0)
                            .build());
            assertThat(context.getBean(HttpPools.class).pools()).isEmpty();
        });
    }

    @Test
    void staysAwayWithoutTheHealthModule() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(HttpPools.class)
                        .doesNotHaveBean(BEAN));
    }

    /** Which lacks this class, and so has no pools. */
    @Test
    void staysAwayWithSpringBoot3() {
        runner.withClassLoader(new FilteredClassLoader(HttpClientSettingsPropertyMapper.class))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(BEAN).doesNotHaveBean(HttpPools.class));
    }

    @Test
    void staysAwayWithoutPools() {
        runner.withPropertyValues("weir.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void canBeSwitchedOff() {
        runner.withPropertyValues("management.health.httppools.enabled=false")
                .run(context ->
                        assertThat(context).hasSingleBean(HttpPools.class).doesNotHaveBean(BEAN));
    }

    @Test
    void canBeSwitchedOffWithAllOthers() {
        runner.withPropertyValues("management.health.defaults.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(BEAN));
    }

    @Test
    void yieldsToOneOfTheApplicationsOwn() {
        runner.withUserConfiguration(Own.class)
                .run(context -> assertThat(
                                context.getBean(BEAN, HealthIndicator.class).health())
                        .isEqualTo(Health.unknown().build()));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        HealthIndicator httppoolsHealthIndicator() {
            return () -> Health.unknown().build();
        }
    }
}
