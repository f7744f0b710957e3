package dev.weir.spring;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A Boot application as users have it: everything that the class path brings is configured by itself. */
final class BootApp {

    private BootApp() {}

    /** Starts the application with properties such as {@code weir.defaults.max-total=5}, and closes it in the end. */
    static void run(Consumer<ConfigurableApplicationContext> test, String... properties) {
        try (ConfigurableApplicationContext context = start(properties)) {
            test.accept(context);
        }
    }

    static <T> T call(Function<ConfigurableApplicationContext, T> test, String... properties) {
        try (ConfigurableApplicationContext context = start(properties)) {
            return test.apply(context);
        }
    }

    static ConfigurableApplicationContext start(String... properties) {
        return start(new Class<?>[0], properties);
    }

    static ConfigurableApplicationContext start(Class<?>[] configurations, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .sources(configurations)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .run(Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new));
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
