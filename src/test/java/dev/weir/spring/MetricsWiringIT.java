package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

class MetricsWiringIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void givesPoolsMeters() {
        BootApp.with(Registries.class).test(context -> {
            get(BootApp.restClient(context));

            assertThat(opened(context)).isEqualTo(1);
        });
    }

    @Test
    void givesPoolsMetersThatPrometheusReads() {
        BootApp.with(Prometheus.class).test(context -> {
            get(BootApp.restClient(context));

            assertThat(context.getBean(PrometheusMeterRegistry.class).scrape().lines())
                    .anyMatch(line -> line.startsWith("weir_connections_opened_total{")
                            && line.contains("pool=\"default\"")
                            && line.endsWith(" 1.0"));
        });
    }

    @Test
    void takesTheMetersAwayWithTheContext() {
        ConfigurableApplicationContext context = BootApp.with(Registries.class).start();
        MeterRegistry registry = context.getBean(MeterRegistry.class);
        get(BootApp.restClient(context));

        context.getBean(HttpPools.class).close();

        assertThat(registry.find("weir.connections.opened").counter()).isNull();
        context.close();
    }

    @Test
    void canBeSwitchedOff() {
        BootApp.with(Registries.class)
                .test(
                        context -> {
                            get(BootApp.restClient(context));

                            assertThat(context.getBean(MeterRegistry.class).getMeters())
                                    .isEmpty();
                        },
                        "weir.metrics.enabled=false");
    }

    @Test
    void showsInTracesHowARequestGotItsConnection() {
        BootApp.with(Registries.class).test(context -> {
            RestClient client = context.getBean(RestClient.Builder.class)
                    .observationRegistry(context.getBean(ObservationRegistry.class))
                    .build();

            get(client);

            assertThat(context.getBean(Stopped.class).contexts)
                    .singleElement()
                    .satisfies(observed -> assertThat(observed.getHighCardinalityKeyValue("weir.lease"))
                            .isNotNull()
                            .extracting("value")
                            .isEqualTo("dialed"));
        });
    }

    private static double opened(ConfigurableApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .get("weir.connections.opened")
                .tag("pool", "default")
                .counter()
                .count();
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class Registries {
        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Stopped stopped() {
            return new Stopped();
        }

        @Bean
        ObservationRegistry observations(Stopped stopped) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(stopped);
            return registry;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prometheus {
        @Bean
        PrometheusMeterRegistry meters() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }
    }

    static final class Stopped implements ObservationHandler<Observation.Context> {

        final List<Observation.Context> contexts = new CopyOnWriteArrayList<>();

        @Override
        public void onStop(Observation.Context context) {
            contexts.add(context);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
