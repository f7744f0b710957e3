package dev.weir.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.JvmDnsCache;
import dev.weir.config.PoolConfig;
import dev.weir.config.PoolSizing;
import dev.weir.config.Setting;
import dev.weir.config.Timeouts;
import dev.weir.internal.keepalive.IdleLimit;
import dev.weir.internal.keepalive.KeepAliveHint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;

/** Compares the tables of the docs with the code. */
class FiguresTest {
    private static final Page CONFIGURATION = Page.of("docs/configuration.md");

    private static Map<String, String> defaults() {
        return PoolConfig.builder("x").build().effective().settings().stream()
                .collect(Collectors.toMap(Setting::name, Setting::value));
    }

    private static Map<String, String> documented(Page page) {
        return page.rows("Knob").stream().collect(Collectors.toMap(row -> row.get(0), row -> row.get(1)));
    }

    @Test
    void listsEveryKnobWithItsDefault() {
        assertThat(documented(CONFIGURATION)).containsExactlyInAnyOrderEntriesOf(defaults());
    }

    @Test
    void theFifteenLinesOfTheReadmeAreFifteenAndSetTheDefaults() {
        String example = Page.of("README.md").blocks().get(0).text();

        assertThat(example.lines()).hasSize(15);
        assertThat(example)
                .contains("maxTotal(" + PoolConfig.DEFAULT_MAX_TOTAL + ").maxPerRoute("
                        + PoolConfig.DEFAULT_MAX_PER_ROUTE + ")")
                .contains("connect(ofSeconds(" + Timeouts.DEFAULT_CONNECT.toSeconds() + "))")
                .contains("read(ofSeconds(" + Timeouts.DEFAULT_READ.toSeconds() + ")")
                .contains("total(ofSeconds(" + Timeouts.DEFAULT_TOTAL.toSeconds() + ")");
    }

    @Test
    void theVersionsOfTheReadmeAreThoseOfTheBuild() throws IOException {
        String readme = Page.of("README.md").text();
        String build = Files.readString(Path.of("pom.xml"));

        assertThat(readme)
                .contains("<version>" + first("<version>", build) + "</version>")
                .contains("HttpClient " + first("<httpclient5.version>", build))
                .contains("HttpCore " + first("<httpcore5.version>", build));
    }

    private static String first(String tag, String xml) {
        int start = xml.indexOf(tag) + tag.length();
        return xml.substring(start, xml.indexOf('<', start));
    }

    @Test
    void showsHowDefaultTimeoutsYield() {
        Map<String, Consumer<Timeouts.Builder>> examples = Map.of(
                "nothing", t -> {},
                "read(300ms)", t -> t.read(Duration.ofMillis(300)),
                "read(30s)", t -> t.read(Duration.ofSeconds(30)),
                "connect(9s)", t -> t.connect(Duration.ofSeconds(9)),
                "total(3s)", t -> t.total(Duration.ofSeconds(3)),
                "poolWait(3s)", t -> t.poolWait(Duration.ofSeconds(3)));

        List<List<String>> rows = CONFIGURATION.rows("You set");

        assertThat(rows).hasSameSizeAs(examples.keySet());
        assertThat(rows)
                .allSatisfy(row ->
                        assertThat(row.subList(1, 5)).isEqualTo(timeouts(requireNonNull(examples.get(row.get(0))))));
    }

    private static List<String> timeouts(Consumer<Timeouts.Builder> example) {
        PoolConfig config = PoolConfig.builder("x").timeouts(example).build();
        return List.of("poolWait", "connect", "read", "total").stream()
                .map(name -> config.effective().setting("timeouts." + name).value())
                .toList();
    }

    @Test
    void tellsHowLongAConnectionMayIdle() {
        PoolConfig config = PoolConfig.builder("x").build();
        IdleLimit limit = new IdleLimit(
                config.keepAlive().max().toNanos(), config.keepAlive().margin().toNanos());

        List<List<String>> rows = Page.of("docs/keep-alive.md").rows("Keep-Alive header");

        assertThat(rows).hasSizeGreaterThan(10).allSatisfy(row -> {
            KeepAliveHint hint = hint(row.get(0));
            assertThat(Duration.ofNanos(limit.nanosAfter(hint))).isEqualTo(duration(row.get(1)));
            assertThat(hint.moreRequests() == KeepAliveHint.NONE ? "any" : "" + hint.moreRequests())
                    .isEqualTo(row.get(2));
        });
    }

    private static KeepAliveHint hint(String header) {
        BasicHttpResponse response = new BasicHttpResponse(200);
        if (!header.equals("none")) {
            response.addHeader("Keep-Alive", header);
        }
        return KeepAliveHint.of(response);
    }

    private static Duration duration(String text) {
        return text.endsWith("ms")
                ? Duration.ofMillis(Long.parseLong(text.replace("ms", "").strip()))
                : Duration.ofSeconds(Long.parseLong(text.replace("s", "").strip()));
    }

    @Test
    void tellsHowManyConnectionsALoadNeeds() {
        List<List<String>> rows = Page.of("docs/sizing.md").rows("Requests per second");

        assertThat(rows)
                .isNotEmpty()
                .allSatisfy(row -> assertThat(PoolSizing.connections(
                                Double.parseDouble(row.get(0)), duration(row.get(1)), Double.parseDouble(row.get(2))))
                        .isEqualTo(Integer.parseInt(row.get(3))));
    }

    @Test
    void addsUpTheStaleWindow() {
        Duration beyondJdkDefault = JvmDnsCache.current().positive().minusSeconds(30);

        List<List<String>> rows = Page.of("docs/dns.md").rows("dns.drainOnChange");

        assertThat(rows).hasSize(2).allSatisfy(row -> {
            PoolConfig config = PoolConfig.builder("x")
                    .dns(d -> d.drainOnChange(Boolean.parseBoolean(row.get(0))))
                    .build();
            assertThat(config.staleWindow()).isEqualTo(duration(row.get(2)).plus(beyondJdkDefault));
        });
    }
}
