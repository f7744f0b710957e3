package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.mock.env.MockEnvironment;

class UnusedPropertiesTest {

    private final MockEnvironment environment = new MockEnvironment();

    private Optional<String> text() {
        ConfigurationPropertySources.attach(environment);
        return UnusedProperties.text(new SetProperties(environment));
    }

    private void setInFile(String name, String value) {
        TextResourceOrigin origin = new TextResourceOrigin(
                new ClassPathResource("application.properties"), new TextResourceOrigin.Location(2, 10));
        environment
                .getPropertySources()
                .addLast(new OriginTrackedMapPropertySource(name, Map.of(name, OriginTrackedValue.of(value, origin))));
    }

    @Test
    void namesEachWithItsPlace() {
        environment.setProperty("weir.pools.shop.max-total", "50");
        environment.setProperty("weir.adopt", "true");
        setInFile("weir.default.max-total", "33");

        assertThat(text())
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("Properties below weir have no effect without Spring Boot 4: weir.adopt = true")
                        .contains("weir.default.max-total = 33 (class path resource [application.properties] - 3:11), ")
                        .contains("weir.pools.shop.max-total = 50")
                        .endsWith("with HttpPool.builder"));
    }

    @Test
    void tellsNothingSecret() {
        environment.setProperty("weir.defaults.proxy-credentials.password", "pssst");

        assertThat(text())
                .hasValueSatisfying(
                        text -> assertThat(text).contains("password = ***").doesNotContain("pssst"));
    }

    @Test
    void countsThoseAboveTwenty() {
        for (int i = 10; i < 35; i++) {
            environment.setProperty("weir.pools.p" + i + ".max-total", "50");
        }

        assertThat(text())
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("weir.pools.p29.")
                        .doesNotContain("weir.pools.p30.")
                        .contains(", and 5 more. "));
    }

    @Test
    void saysNothingOfWhatIsNotForPools() {
        assertThat(text()).isEmpty();

        environment.setProperty("weir", "1");
        environment
                .getPropertySources()
                .addLast(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of("WEIR_HOME_DIRECTORY", "/opt", "WEIR_IOTHREADS", "2")));

        assertThat(text()).isEmpty();
    }

    @Test
    void namesVariablesOfTheEnvironment() {
        environment
                .getPropertySources()
                .addLast(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of("WEIR_DEFAULTS_MAXTOTAL", "50")));

        assertThat(text()).hasValueSatisfying(text -> assertThat(text).contains("weir.defaults.maxtotal = 50 ("));
    }

    @Test
    void saysNothingWhereThePoolsAreSwitchedOff() {
        environment.setProperty("weir.defaults.max-total", "50");
        environment.setProperty("weir.enabled", "false");

        assertThat(text()).isEmpty();
    }
}
