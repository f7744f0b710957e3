package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.micrometer.PoolMetrics;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.junit.jupiter.api.Test;

/** The alert rules and the dashboards ask for metrics that a pool has. */
class DashboardsIT {
    private static final Pattern SERIES = Pattern.compile("(?m)^(\\w+)(?:\\{.*})? \\S+$");
    private static final Pattern ASKED = Pattern.compile("\\b(?:http_client|weir)_[a-z_]+(?=[{\\[) ,])");
    private static final Pattern LABEL = Pattern.compile("\\b(?:http_connection|http_client)_(?:state|name)\\b");

    /** A pool that has met all kinds of events: a dial with TLS, a status that is retried, an evicted connection. */
    private static String scrape() throws IOException {
        TestCertificates certificates = TestCertificates.trusted();
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        AtomicBoolean isSecond = new AtomicBoolean();
        try (LoopbackServer server = LoopbackServer.https(certificates)
                        .handler(exchange -> exchange.respond(isSecond.getAndSet(true) ? 200 : 503, new byte[0]))
                        .start();
                HttpPool pool = PatientPool.builder("shop")
                        .sslContext(certificates.clientContext())
                        .retry(r -> r.onStatus(503).backoff(Duration.ofMillis(1), Duration.ofMillis(2)))
                        .listener(PoolMetrics.bindTo(registry))
                        .build()) {
            ClientCalls.send(pool.client(), new HttpGet("https://localhost:" + server.port() + "/"));
            pool.evictIdle();
            // The thread that closes counts it.
            PoolCall.awaitUntil(() -> registry.scrape().contains("http_client_connection_duration_seconds_count"));
            return registry.scrape();
        }
    }

    @Test
    void askForMetricsThatThereAre() throws IOException {
        Set<String> metrics = SERIES.matcher(scrape())
                .results()
                .map(series -> series.group(1))
                .collect(Collectors.toSet());
        Set<String> asked = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of("docs/monitoring"))) {
            for (Path file : files.toList()) {
                ASKED.matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .filter(name -> !LABEL.matcher(name).matches())
                        .forEach(asked::add);
            }
        }

        assertThat(asked).hasSizeGreaterThan(5);
        assertThat(metrics).containsAll(asked);
    }
}
