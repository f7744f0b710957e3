package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.RetryOutcome;
import dev.weir.micrometer.PoolMetrics;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rules and dashboards ask for what a pool has. */
class MonitoringIT {

    private static final Path DIRECTORY = Path.of("docs/monitoring");
    private static final Path ALERTS = DIRECTORY.resolve("alerts.yml");

    private static final Pattern SERIES = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern SELECTOR = Pattern.compile("\\b((?:http_client|weir)_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\(.*, (\\w+)\\)");
    private static final Pattern EXPRESSION = Pattern.compile("(?m)^ +expr: '(.*)'$");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern RUNBOOK =
            Pattern.compile("(?m)runbook_url: https://github.com/weir-dev/weir/blob/main/docs/(\\S+)$");

    // What each metric of the scrape has as labels.
    private static final Map<String, Set<String>> LABELS = new HashMap<>();

    @BeforeAll
    static void scrapeAPoolThatHasMetAllKindsOfEvents() throws IOException {
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
            // Told by the thread that closes.
            PoolCall.awaitUntil(() -> registry.scrape().contains("http_client_connection_duration_seconds_count"));
            SERIES.matcher(registry.scrape()).results().forEach(MonitoringIT::add);
        }
    }

    private static void add(MatchResult series) {
        Set<String> labels = LABELS.computeIfAbsent(series.group(1), name -> new TreeSet<>());
        if (series.group(2) != null) {
            LABEL.matcher(series.group(2))
                    .results()
                    .map(label -> label.group(1))
                    .forEach(labels::add);
        }
    }

    private static List<String> alertExpressions() throws IOException {
        return EXPRESSION
                .matcher(Files.readString(ALERTS))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void ruleAsksForWhatThereIs() throws IOException {
        assertThat(alertExpressions()).hasSize(alerts().size()).allSatisfy(MonitoringIT::asksForWhatThereIs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"weir-pools", "weir-route", "weir-churn"})
    void dashboardAsksForWhatThereIs(String name) throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DIRECTORY.resolve(name + ".json")));

        List<String> expressions = dashboard.findValuesAsString("expr");
        List<String> variables = dashboard.findValuesAsString("definition");
        assertThat(dashboard.get("uid").asString()).isEqualTo(name);
        assertThat(expressions).hasSizeGreaterThan(7).allSatisfy(MonitoringIT::asksForWhatThereIs);
        assertThat(variables).isNotEmpty().allSatisfy(MonitoringIT::asksForWhatThereIs);
    }

    private static void asksForWhatThereIs(String expression) {
        List<MatchResult> selectors = SELECTOR.matcher(expression).results().toList();
        assertThat(selectors).as(expression).isNotEmpty();
        for (MatchResult selector : selectors) {
            String metric = selector.group(1);
            assertThat(LABELS).as(expression).containsKey(metric);
            assertThat(LABELS.get(metric)).as(expression).containsAll(groupings(expression));
            if (selector.group(2) != null) {
                LABEL.matcher(selector.group(2)).results().forEach(label -> isOf(metric, label));
            }
        }
    }

    private static Set<String> groupings(String expression) {
        return Stream.concat(
                        GROUPING.matcher(expression).results(),
                        LABEL_VALUES.matcher(expression).results())
                .flatMap(found -> Arrays.stream(found.group(1).split(", ", -1)))
                .collect(Collectors.toSet());
    }

    private static void isOf(String metric, MatchResult label) {
        assertThat(LABELS.get(metric)).as(metric).contains(label.group(1));
        if (!label.group(2).startsWith("$")) {
            assertThat(values(metric, label.group(1)))
                    .as(metric + " by " + label.group(1))
                    .contains(label.group(2).split("\\|", -1));
        }
    }

    private static Set<String> values(String metric, String label) {
        return switch (label) {
            case "http_connection_state" -> Set.of("active", "idle");
            case "scope" -> Set.of("total", "route");
            case "cause" -> names(CloseCause.values());
            case "outcome" -> outcomes(metric);
            default -> Set.of();
        };
    }

    private static Set<String> outcomes(String metric) {
        if (metric.startsWith("http_client_request_time_in_queue")) {
            return names(LeaseOutcome.values());
        }
        if (metric.startsWith("weir_retries")) {
            return names(RetryOutcome.values());
        }
        return names(metric.startsWith("weir_dns") ? LookupOutcome.values() : DialOutcome.values());
    }

    private static Set<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static List<String> alerts() throws IOException {
        return ALERT.matcher(Files.readString(ALERTS))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void pageNamesEachAlertAndItsLink() throws IOException {
        Page page = Page.of("docs/monitoring.md");
        List<String> runbooks = RUNBOOK.matcher(Files.readString(ALERTS))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(page.rows("Alert")).extracting(row -> row.get(0)).isEqualTo(alerts());
        assertThat(page.section("Alerts").links()).containsSubsequence(runbooks);
        assertThat(runbooks).hasSameSizeAs(alerts());
    }

    @Test
    void rulesFireWhenTheyShould() throws Exception {
        Path promtool = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, "promtool"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("none"));
        assumeThat(promtool).as("promtool on the path").exists();

        Process process = new ProcessBuilder(
                        promtool.toString(), "test", "rules", "src/test/resources/monitoring/alerts-test.yml")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
