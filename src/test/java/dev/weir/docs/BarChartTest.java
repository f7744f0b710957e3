package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Draws the chart of README from the tables of the benchmarks page; -Dweir.write=true writes it. */
class BarChartTest {
    private static final Path CHART = Path.of("docs/images/benchmarks.svg");
    private static final Page BENCHMARKS = Page.of("docs/benchmarks.md");
    private static final Map<String, String> CLIENTS = Map.of(
            "weir-blocking", "Weir, blocking",
            "weir-async", "Weir, asynchronous",
            "plain-http2", "HttpClient 5, asynchronous",
            "okhttp", "OkHttp",
            "jetty", "Jetty");

    @Test
    void showsTheFiguresOfTheTables() throws IOException {
        String chart = new BarChart()
                .add("Fifty requests over TLS", "milliseconds, median; a server 1 ms away", fifty())
                .add("HTTP/1.1 over TLS", "CPU of the client for a request, µs; 100 callers, JDK 25", http1())
                .add("HTTP/2 over TLS", "CPU of the client for a request, µs; 100 callers, JDK 25", http2())
                .svg("What reuse buys, and what a request costs");

        if (Boolean.getBoolean("weir.write")) {
            Files.writeString(CHART, chart);
        }

        assertThat(Files.readString(CHART)).isEqualTo(chart);
    }

    private static List<BarChart.Bar> fifty() {
        return BENCHMARKS.rows("fifty requests").stream()
                .map(row -> new BarChart.Bar(
                        row.get(0), Double.parseDouble(row.get(4)), !row.get(0).startsWith("new")))
                .toList();
    }

    private static List<BarChart.Bar> http1() {
        List<List<String>> rows = BENCHMARKS.rows("callers, JDK 25");
        int start = rows.stream().map(row -> row.get(0)).toList().indexOf("100, TLS");
        return List.of(
                bar("HttpClient 5, tuned by hand", rows.get(start), false), bar("Weir", rows.get(start + 1), true));
    }

    private static List<BarChart.Bar> http2() {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (List<String> row : BENCHMARKS.rows("100 callers, JDK 25")) {
            String client = CLIENTS.get(row.get(1));
            if (client != null) {
                bars.add(bar(client, row, row.get(1).startsWith("weir")));
            }
        }
        return bars;
    }

    private static BarChart.Bar bar(String label, List<String> row, boolean isOurs) {
        return new BarChart.Bar(label, Double.parseDouble(row.get(2)), isOurs);
    }
}
