package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Where a library is missing, an application starts as if the jar were not there. */
class BackOffTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class));

    @Test
    void takesOverWithHttpClient() {
        runner.run(context -> assertThat(context).hasSingleBean(HttpPools.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.apache.hc.client5", "org.apache.hc.core5", "org.apache.hc"})
    void staysAwayWithoutALibraryOfHttpClient(String missing) {
        runner.withClassLoader(new FilteredClassLoader(missing))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HttpPools.class));
    }
}
