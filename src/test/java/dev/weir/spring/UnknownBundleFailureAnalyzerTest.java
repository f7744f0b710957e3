package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.mock.env.MockEnvironment;

/** What is said of an SSL bundle that does not exist. */
class UnknownBundleFailureAnalyzerTest {

    private static final String CURE =
            "Define it by spring.ssl.bundle.pem.ours.* or spring.ssl.bundle.jks.ours.*, or correct" + " the name.";

    private final MockEnvironment environment = new MockEnvironment();

    private @Nullable FailureAnalysis analysis() {
        ConfigurationPropertySources.attach(environment);
        NoSuchSslBundleException cause = new NoSuchSslBundleException("ours", "No such bundle");
        return new UnknownBundleFailureAnalyzer(environment).analyze(new IllegalStateException(cause));
    }

    @Test
    void namesEachPropertyThatNamesIt() {
        environment.setProperty("spring.http.clients.ssl.bundle", "ours");
        environment.setProperty("spring.http.serviceclient.payments.ssl.bundle", "ours");
        environment.setProperty("spring.http.serviceclient.orders.ssl.bundle", "theirs");

        assertThat(analysis()).isNotNull().satisfies(analysis -> {
            assertThat(analysis.getDescription())
                    .startsWith("There is no SSL bundle of the name 'ours', which a property names:")
                    .contains(
                            "\n    spring.http.clients.ssl.bundle = ours (",
                            "\n    spring.http.serviceclient.payments.ssl.bundle = ours (")
                    .doesNotContain("orders");
            assertThat(analysis.getAction()).isEqualTo(CURE);
        });
    }

    @Test
    void saysWhatToDoWhereNoPropertyNamesIt() {
        assertThat(analysis()).isNotNull().satisfies(analysis -> {
            assertThat(analysis.getDescription()).isEqualTo("There is no SSL bundle of the name 'ours'.");
            assertThat(analysis.getAction()).isEqualTo(CURE);
        });
    }
}
