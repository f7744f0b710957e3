package dev.weir.spring;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.web.client.RestClient;

/** A Boot application as users have it: everything that the class path brings is configured by itself. */
final class BootApp {

    private final Class<?>[] configurations;

    private BootApp(Class<?>... configurations) {
        this.configurations = configurations;
    }

    static BootApp with(Class<?>... configurations) {
        return new BootApp(configurations);
    }

    /** Starts the application with properties such as {@code weir.defaults.max-total=5}, and closes it in the end. */
    static void run(Consumer<ConfigurableApplicationContext> test, String... properties) {
        with().test(test, properties);
    }

    void test(Consumer<ConfigurableApplicationContext> test, String... properties) {
        try (ConfigurableApplicationContext context = start(properties)) {
            test.accept(context);
        }
    }

    ConfigurableApplicationContext start(String... properties) {
        return start(environment -> {}, properties);
    }

    ConfigurableApplicationContext start(Consumer<ConfigurableEnvironment> change, String... properties) {
        StandardEnvironment environment = new StandardEnvironment();
        change.accept(environment);
        return start(environment, properties);
    }

    private ConfigurableApplicationContext start(ConfigurableEnvironment environment, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .sources(configurations)
                .web(WebApplicationType.NONE)
                .environment(environment)
                .properties("spring.main.banner-mode=off")
                .run(Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new));
    }

    /** Returns what the application would print if it cannot start. */
    String failure(String... properties) {
        StandardEnvironment environment = new StandardEnvironment();
        Throwable failure =
                Assertions.catchThrowable(() -> start(environment, properties).close());
        Assertions.assertThat(failure).as("the application must not start").isNotNull();
        ArgumentResolver arguments = ArgumentResolver.of(Environment.class, environment);
        // Some of Boot's own need other arguments; they are left out.
        SpringFactoriesLoader.FailureHandler leaveOut = (type, name, cause) -> {};
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, arguments, leaveOut)
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(analysis -> analysis != null)
                .findFirst()
                .map(FailureAnalysis::getDescription)
                .orElseThrow(() -> new AssertionError("nobody explains it", failure));
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        Assertions.assertThat(condition.getAsBoolean()).as("it happened").isTrue();
    }

    static RestClient restClient(ConfigurableApplicationContext context) {
        return context.getBean(RestClient.Builder.class).build();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
