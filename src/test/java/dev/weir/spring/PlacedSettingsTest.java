package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

/** How findings and errors name a setting. */
class PlacedSettingsTest {

    private final StandardEnvironment environment = new StandardEnvironment();

    private PlacedSettings names() {
        ConfigurationPropertySources.attach(environment);
        return new PlacedSettings(name -> name, new SetProperties(environment));
    }

    @Test
    void tellFileAndLineOfAProperty() throws IOException {
        ByteArrayResource file = new ByteArrayResource(
                "\n\nweir.defaults.max-total=25".getBytes(StandardCharsets.UTF_8), "shop.properties");
        new PropertiesPropertySourceLoader()
                .load("shop", file)
                .forEach(source -> environment.getPropertySources().addFirst(source));

        assertThat(names().apply("weir.defaults.max-total"))
                .startsWith("weir.defaults.max-total (")
                .contains("shop.properties")
                .endsWith(" - 3:25)");
    }

    @Test
    void tellTheSourceOfWhatIsInNoFile() {
        environment.getPropertySources().addFirst(new MapPropertySource("tests", Map.of("weir.adopt", "true")));

        assertThat(names().apply("weir.adopt")).isEqualTo("weir.adopt (tests)");
    }

    @Test
    void tellNothingOfWhatIsNotSet() {
        assertThat(names().apply("weir.pools.shop.max-total")).isEqualTo("weir.pools.shop.max-total");
        assertThat(names().apply("connectionState (by an HttpPoolCustomizer)"))
                .isEqualTo("connectionState (by an HttpPoolCustomizer)");
        assertThat(names().apply("weir.pools.shop.routes.<nickname>.max-connections"))
                .isEqualTo("weir.pools.shop.routes.<nickname>.max-connections");
    }
}
