package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Spring's own meter of requests, which Prometheus takes only while all of its series have the same tag keys. */
class RequestMetersIT {

    private static final String[] ONE_CONNECTION = {"weir.defaults.max-total=1", "weir.defaults.max-pending=0"};
    private static final Pattern COUNT = Pattern.compile("http_client_requests_seconds_count\\{(.*)} ([0-9.]+)");

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void countsAllRequestsIfTheFirstFails() {
        BootApp.with(Observed.class)
                .test(
                        context -> {
                            failToDial(context);
                            succeedElsewhere(context);
                            failForLackOfAConnection(context);
                            succeed(context);

                            assertThatAllAreCounted(context);
                        },
                        ONE_CONNECTION);
    }

    private static void assertThatAllAreCounted(ConfigurableApplicationContext context) {
        List<Matcher> series = context.getBean(PrometheusMeterRegistry.class)
                .scrape()
                .lines()
                .map(COUNT::matcher)
                .filter(Matcher::matches)
                .toList();

        assertThat(context.getBean(Refusals.class).reasons).isEmpty();
        assertThat(series.stream().mapToDouble(line -> Double.parseDouble(line.group(2))))
                .satisfies(counts -> assertThat(
                                counts.stream().mapToDouble(Double::doubleValue).sum())
                        .isEqualTo(6));
        assertThat(series.stream().map(line -> keys(line.group(1))).distinct())
                .singleElement()
                .satisfies(keys -> assertThat(keys).noneMatch(key -> key.startsWith("weir")));
    }

    private static List<String> keys(String labels) {
        return Pattern.compile("(\\w+)=\"[^\"]*\"")
                .matcher(labels)
                .results()
                .map(label -> label.group(1))
                .toList();
    }

    private void succeed(ConfigurableApplicationContext context) {
        get(pooled(context));
    }

    /** The first of two requests has the only connection while the second asks for one. */
    private void failForLackOfAConnection(ConfigurableApplicationContext context) {
        RestClient client = pooled(context);
        client.get().uri(server.uri("/")).exchange((request, response) -> {
            assertThatThrownBy(() -> get(client)).isInstanceOf(ResourceAccessException.class);
            return response.getStatusCode();
        });
    }

    private static void failToDial(ConfigurableApplicationContext context) {
        RestClient client = pooled(context);
        String nobody = "http://localhost:" + closedPort();
        assertThatThrownBy(() -> client.get().uri(nobody).retrieve().toBodilessEntity())
                .isInstanceOf(ResourceAccessException.class);
    }

    private void succeedElsewhere(ConfigurableApplicationContext context) {
        ObservationRegistry observations = context.getBean(ObservationRegistry.class);
        get(RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .observationRegistry(observations)
                .build());
        context.getBean(WebClient.Builder.class)
                .observationRegistry(observations)
                .build()
                .get()
                .uri(server.uri("/"))
                .retrieve()
                .bodyToMono(String.class)
                .block();
    }

    private static RestClient pooled(ConfigurableApplicationContext context) {
        return context.getBean(RestClient.Builder.class)
                .observationRegistry(context.getBean(ObservationRegistry.class))
                .build();
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }

    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Observed {
        @Bean
        Refusals refusals() {
            return new Refusals();
        }

        @Bean
        PrometheusMeterRegistry meters(Refusals refusals) {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            registry.config().onMeterRegistrationFailed((id, reason) -> refusals.reasons.add(id + ": " + reason));
            return registry;
        }

        @Bean
        ObservationRegistry observations(PrometheusMeterRegistry meters) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
            return registry;
        }
    }

    static final class Refusals {
        final List<String> reasons = new CopyOnWriteArrayList<>();
    }
}
