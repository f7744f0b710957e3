package dev.weir.bench;

import dev.weir.bench.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a run found, as Markdown and as a page that loads nothing and runs nothing. The answers come first. */
final class Report {

    private static final String PLAIN = "plain HttpClient 5";
    private static final String PAGE = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="color-scheme" content="light dark">
        <title>Benchmarks</title>
        <style>
        body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; }
        h2 { margin: 2.5rem 0 .4rem; font-size: 1.2rem; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .7rem; border-bottom: 1px solid #8885; text-align: right; font-weight: normal; }
        tbody th { text-align: left; }
        svg { width: 100%%; font: 13px system-ui, sans-serif; fill: currentColor; }
        svg rect { fill: #3574c4; } svg .name { text-anchor: end; }
        </style>
        </head>
        <body>
        <h1>Benchmarks</h1>
        <p>%s</p>
        <h2>In short</h2>
        <ul>
        %s</ul>
        %s</body>
        </html>
        """;

    private final Results results;
    private final String machine;
    private final List<String> answers = new ArrayList<>();
    private final List<Table> tables;

    Report(Results results, String machine) {
        this.results = results;
        this.machine = machine;
        answer();
        this.tables = tables().stream().filter(table -> !table.rows().isEmpty()).toList();
    }

    private void answer() {
        reuse();
        fifty();
        stages();
        warm("8-callers-5-ms", "Warm, with 8 callers and a server that takes 5 ms");
        warm("100-callers-0-ms", "Saturated, 100 callers and a server that answers at once");
        cold();
        spike();
        async();
    }

    private void reuse() {
        String benchmark = "ClientReuseBenchmark";
        OptionalDouble fresh = results.median(benchmark, PLAIN + ", new for each request", "p50");
        OptionalDouble plain = results.median(benchmark, PLAIN + ", shared", "p50");
        OptionalDouble weir = results.median(benchmark, "Weir, shared", "p50");
        say(
                "Reuse: a request over TLS takes %s µs with a client of its own, %s µs with a shared Weir client, %s"
                        + " µs with a shared plain one (medians).",
                micros(fresh), micros(weir), micros(plain));
    }

    private void fifty() {
        String benchmark = "FiftyBenchmark";
        say(
                "HTTP/1.1 and HTTP/2: fifty requests take %s ms one after the other, %s ms over a pool of 20, and %s"
                        + " ms at once over one HTTP/2 connection.",
                millis(results.median(benchmark, "one after the other", "p50")),
                millis(results.median(benchmark, "a pool of 20", "p50")),
                millis(results.median(benchmark, "one HTTP/2 connection", "p50")));
    }

    private void stages() {
        String benchmark = "StagesBenchmark";
        say(
                "2, then 100, then 2 callers: p99 %s ms over HTTP/2, %s ms over HTTP/1.1 with as many connections as"
                        + " callers, %s ms with plain HttpClient 5.",
                millis(results.median(benchmark, "HTTP/2, 2-100-2", "p99")),
                millis(results.median(benchmark, "keeps 100 idle, 2-100-2", "p99")),
                millis(results.median(benchmark, PLAIN + ", 2-100-2", "p99")));
    }

    private void warm(String load, String words) {
        OptionalDouble weir = results.last("WarmUpBenchmark", "Weir, " + load, "cpu");
        OptionalDouble plain = results.last("WarmUpBenchmark", PLAIN + ", " + load, "cpu");
        say(
                words + ": a request costs %s µs of CPU time, %s µs with plain HttpClient 5 (%s).",
                micros(weir),
                micros(plain),
                more(weir, plain));
    }

    private void cold() {
        for (String scheme : List.of("https", "http")) {
            say(
                    "Cold, " + scheme + ": a JVM has its first response %s ms after its start, %s ms with plain"
                            + " HttpClient 5; CPU time until then: %s, until 2,000 responses: %s.",
                    millis(results.median("ColdStartBenchmark", "Weir, " + scheme, "firstWall")),
                    millis(results.median("ColdStartBenchmark", PLAIN + ", " + scheme, "firstWall")),
                    cold(scheme, "firstCpu"),
                    cold(scheme, "cpu"));
        }
    }

    private String cold(String scheme, String figure) {
        return more(
                results.first(
                        "ColdStartBenchmark", "Weir, " + scheme, result -> result.ratio(figure, figure + "OfPlain")),
                OptionalDouble.of(1));
    }

    private void spike() {
        String benchmark = "SpikeBenchmark";
        for (String think : List.of("0", "50")) {
            say(
                    "Spike from 2 to 200 callers, responses of " + think
                            + " ms: p99 of the first second %s ms (plain HttpClient 5: %s), responses in the fourth"
                            + " second %s (%s).",
                    millis(results.median(benchmark, "Weir, " + think, "p99")),
                    millis(results.median(benchmark, PLAIN + ", " + think, "p99")),
                    whole(results.median(benchmark, "Weir, " + think, "later")),
                    whole(results.median(benchmark, PLAIN + ", " + think, "later")));
        }
    }

    private void async() {
        String benchmark = "PeersBenchmark";
        say(
                "An asynchronous pool costs %s µs of CPU time per request over HTTP/1.1, a blocking one %s µs: take it"
                        + " for HTTP/2 (%s µs), or where the code is asynchronous.",
                micros(results.median(benchmark, "8, Weir async", "cpu")),
                micros(results.median(benchmark, "8, Weir", "cpu")),
                micros(results.median(benchmark, "8, Weir async HTTP/2", "cpu")));
    }

    /** Adds an answer, unless one of its figures was not measured. */
    private void say(String format, String... figures) {
        if (!List.of(figures).contains("")) {
            answers.add(format.formatted((Object[]) figures));
        }
    }

    private static String micros(OptionalDouble nanos) {
        return text("%,.1f", nanos, 1e3);
    }

    private static String millis(OptionalDouble nanos) {
        return text("%,.1f", nanos, 1e6);
    }

    private static String whole(OptionalDouble number) {
        return text("%,.0f", number, 1);
    }

    private static String text(String format, OptionalDouble number, double unit) {
        return number.isPresent() ? String.format(Locale.ROOT, format, number.getAsDouble() / unit) : "";
    }

    private static String more(OptionalDouble weir, OptionalDouble plain) {
        if (weir.isEmpty() || plain.isEmpty()) {
            return "";
        }
        long percent = Math.round((weir.getAsDouble() / plain.getAsDouble() - 1) * 100);
        return percent == 0 ? "the same" : Math.abs(percent) + (percent > 0 ? " % more" : " % less");
    }

    private List<Table> tables() {
        Column answered = Column.of("requests", "answered");
        Column opened = Column.of("connections opened", "opened");
        Column open = Column.of("open at the end", "openAtEnd");
        Column p50 = Column.micros("p50, µs", "p50");
        Column p99 = Column.micros("p99, µs", "p99");
        Column cpu = Column.micros("CPU per request, µs", "cpu");
        return List.of(
                table(
                        "ClientReuseBenchmark",
                        "A client for each request, or one for all",
                        "One caller, TLS.",
                        0,
                        p50,
                        p99,
                        cpu,
                        answered,
                        opened),
                table(
                        "FiftyBenchmark",
                        "Fifty requests",
                        "TLS, a server that takes 1 ms. All columns but the last are of all fifty.",
                        0,
                        Column.millis("p50, ms", "p50"),
                        Column.millis("p99, ms", "p99"),
                        Column.millis("CPU, ms", "cpu"),
                        opened),
                table(
                        "StagesBenchmark",
                        "Callers that come and go",
                        "2, 100 and 2 callers for half a second each, TLS.",
                        2,
                        answered,
                        p50,
                        p99,
                        cpu,
                        opened,
                        open),
                table(
                        "ChurnBenchmark",
                        "Churn",
                        "Ten callers, without TLS.",
                        1,
                        answered,
                        opened,
                        Column.of("left in TIME_WAIT", "timeWait"),
                        p99,
                        cpu),
                table(
                        "ClosingServerBenchmark",
                        "A server that closes after a hundred responses",
                        "300 callers on a pool that keeps so many idle connections, TLS.",
                        1,
                        answered,
                        opened,
                        open,
                        p99),
                table(
                        "ReuseModesBenchmark",
                        "Modes of reuse",
                        "50 callers, each request a POST, TLS.",
                        1,
                        answered,
                        opened,
                        p50,
                        p99,
                        cpu),
                table(
                        "SpikeBenchmark",
                        "A spike of callers",
                        "From 2 to 200 callers; the server needs 30 ms for a"
                                + " TLS handshake, does 8 at a time, and responds after so many milliseconds.",
                        3,
                        Column.of("connections in the first second", "opened"),
                        Column.of("responses in it", "answered"),
                        p50,
                        p99,
                        Column.of("responses in the fourth", "later"),
                        Column.of("failed", "failed")),
                table(
                        "PeersBenchmark",
                        "Beside other clients",
                        "Each in a JVM of its own, TLS, a server that takes 5 ms.",
                        0,
                        cpu,
                        Column.perSecond("requests per s"),
                        p50,
                        p99,
                        open),
                table(
                        "WarmUpBenchmark",
                        "Warming up beside plain HttpClient 5",
                        "CPU time per request in µs, in intervals from the start of a JVM on.",
                        2,
                        curve(results.of("WarmUpBenchmark"), p99, Column.perSecond("requests per s"))),
                table(
                        "ColdStartBenchmark",
                        "Cold start",
                        "A JVM from its start on, one caller. Medians; the ratios are those of pairs of JVMs, which take turns.",
                        0,
                        Column.millis("first response, ms", "firstWall"),
                        Column.ratio("firstWall"),
                        Column.millis("CPU until then, ms", "firstCpu"),
                        Column.ratio("firstCpu"),
                        Column.millis("2,000 responses, ms", "wall"),
                        Column.ratio("wall"),
                        Column.millis("CPU until then, ms", "cpu"),
                        Column.ratio("cpu"),
                        new Column("memory, MiB", 1, result -> result.median("memory") / (1 << 20))),
                table(
                        "EngineBenchmark",
                        "The engine alone",
                        "A lease and a release without a network, 64 threads on"
                                + " 100 routes; HttpCore has the first three.",
                        0,
                        Column.of("ns, all threads on all cores", "score")));
    }

    private Table table(String benchmark, String title, String text, int drawn, Column... columns) {
        return new Table(title, text, results.of(benchmark).all(), List.of(columns), drawn);
    }

    /** These columns, then the last interval and all of them. */
    private static Column[] curve(Results results, Column... first) {
        int intervals = results.all().isEmpty() ? 0 : results.all().get(0).iterations();
        return Stream.of(
                        Stream.of(first),
                        Stream.of(new Column("the last", 1, result -> result.last("cpu") / 1e3)),
                        IntStream.range(0, intervals)
                                .mapToObj(index -> new Column(
                                        String.valueOf(index + 1), 1, result -> result.interval("cpu", index) / 1e3)))
                .flatMap(columns -> columns)
                .toArray(Column[]::new);
    }

    String inShort() {
        return answers.isEmpty()
                ? "The figures stand in the tables."
                : answers.stream().map(answer -> "- " + answer).collect(Collectors.joining("\n"));
    }

    String markdown() {
        return "# Benchmarks\n\n" + machine + "\n\n## In short\n\n" + inShort() + "\n"
                + tables.stream().map(Table::markdown).collect(Collectors.joining());
    }

    String html() {
        return PAGE.formatted(
                Table.escaped(machine),
                answers.stream()
                        .map(answer -> "<li>" + Table.escaped(answer) + "</li>\n")
                        .collect(Collectors.joining()),
                tables.stream().map(Table::html).collect(Collectors.joining()));
    }
}
