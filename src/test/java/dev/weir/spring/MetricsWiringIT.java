package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

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
    void timesRequestsIfTold() {
        BootApp.with(Registries.class)
                .test(
                        context -> {
                            get(BootApp.restClient(context));

                            Search timed = context.getBean(MeterRegistry.class)
                                    .find("weir.requests")
                                    .tags("pool", "default", "phase", "total", "outcome", "answered");
                            PoolCall.awaitUntil(() -> timed.timer() != null);
                            PoolCall.awaitUntil(
                                    () -> Objects.requireNonNull(timed.timer()).count() == 1);
                        },
                        "weir.metrics.requests=true");
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
            get(observed(context));

            assertThat(traced(context)).containsEntry("weir.lease", "dialed").containsEntry("weir.pool", "default");
        });
    }

    @Test
    void showsInTracesHowAWebClientGotItsConnection() {
        BootApp.with(Registries.class).test(context -> {
            get(observedWebClient(context));

            assertThat(traced(context))
                    .containsEntry("weir.lease", "dialed")
                    .containsEntry("weir.pool", "default-async");
        });
    }

    private static RestClient observed(ConfigurableApplicationContext context) {
        return context.getBean(RestClient.Builder.class)
                .observationRegistry(context.getBean(ObservationRegistry.class))
                .build();
    }

    private static WebClient observedWebClient(ConfigurableApplicationContext context) {
        return context.getBean(WebClient.Builder.class)
                .observationRegistry(context.getBean(ObservationRegistry.class))
                .build();
    }

    private String get(WebClient client) {
        return String.valueOf(client.get()
                .uri(server.uri("/"))
                .retrieve()
                .bodyToMono(String.class)
                .block(Duration.ofSeconds(30)));
    }

    /** The high-cardinality keys of the only observation. */
    private static Map<String, String> traced(ConfigurableApplicationContext context) {
        List<Observation.Context> stopped = context.getBean(Stopped.class).contexts;
        PoolCall.awaitUntil(() -> !stopped.isEmpty()); // perhaps after its caller has the response
        assertThat(stopped).hasSize(1);
        return stopped.get(0).getHighCardinalityKeyValues().stream()
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
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
