package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.browser.BrowserPage;
import dev.weir.browser.Chromium;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report of results that were recorded, in a real browser; left out where there is none. Takes its pictures, into
 * target/pictures: look at them after a change.
 */
class ReportPageIT {

    private static final Path PICTURES = Path.of("target/pictures");

    @TempDir
    private static Path directory;

    private static @Nullable Chromium browser;

    @BeforeAll
    static void writeAndOpen() throws Exception {
        write();
        browser = Chromium.startIfThere();
    }

    // The benchmarks have a class path of their own.
    private static void write() throws Exception {
        try (InputStream results = Objects.requireNonNull(ReportPageIT.class.getResourceAsStream("results.json"))) {
            Files.copy(results, directory.resolve("results.json"));
        }
        Path tests = Path.of(ReportPageIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String classPath =
                tests.resolveSibling("jmh-classes") + File.pathSeparator + System.getProperty("java.class.path");
        Path output = directory.resolve("output.txt");
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "dev.weir.bench.ReportFiles",
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = writer.waitFor(1, TimeUnit.MINUTES);
        writer.destroyForcibly();
        assertThat(ended && writer.waitFor() == 0).as(Files.readString(output)).isTrue();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static BrowserPage page() throws Exception {
        BrowserPage page = Objects.requireNonNull(browser)
                .open(directory.resolve("report.html").toUri().toString());
        page.size(1100, 900, false);
        page.await("document.readyState === 'complete' && document.querySelector('main section')");
        return page;
    }

    @Test
    void holdsTheTablesOfTheMarkdownReport() throws Exception {
        List<String> markdown = Files.readAllLines(directory.resolve("report.md"));
        List<String> titles = markdown.stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();

        BrowserPage page = page();

        assertThat(titles).hasSizeGreaterThan(4);
        assertThat(page.text("[...document.querySelectorAll('h2')].map((title) => title.textContent).join('\\n')"))
                .isEqualTo(String.join("\n", titles));
        assertThat(page.text(
                        "document.querySelectorAll('tbody tr').length + document.querySelectorAll('thead tr').length"))
                .isEqualTo(""
                        + markdown.stream()
                                .filter(line -> line.startsWith("| "))
                                .count());
    }

    @Test
    void answersTheQuestionsOfTheRunBeforeItShowsTables() throws Exception {
        String questions = page().text(
                        "[...document.querySelector('table').tBodies[0].rows].map((row) => row.cells[0].textContent).join()");
        String answers = page().text("document.querySelector('table').tBodies[0].textContent");

        assertThat(questions)
                .isEqualTo("What does reuse buy?,What does HTTP/2 buy?,"
                        + "What does Weir cost or gain?,How do other clients do?");
        assertThat(answers)
                .contains("µs with a shared one")
                .contains("over HTTP/2 (connections: 1)")
                .contains("as multiples of plain per request, ", "weir takes ", " of the CPU time")
                .containsPattern("HttpClient 5 tuned 1\\.00.*Weir \\d");
    }

    @Test
    void drawsBarsInProportionWithTheirErrors() throws Exception {
        BrowserPage page = page();
        String first = "document.querySelector('svg .panel-0')";

        String bars = first + ".querySelectorAll('rect')";
        String values = first + ".querySelectorAll('.value')";

        String width = "(i) => " + bars + "[i].width.baseVal.value";
        String value = "(i) => Number(" + values + "[i].textContent)";
        assertThat(page.text("Math.abs((" + width + ")(0) * (" + value + ")(1) / ((" + width + ")(1) * (" + value
                        + ")(0)) - 1) < 0.02"))
                .isEqualTo("true");
        assertThat(page.text(first + ".querySelectorAll('.whisker').length")).isEqualTo("9");
        assertThat(page.text("[...document.querySelectorAll('svg text')].every((text) => text.getBBox().x >= -1"
                        + " && text.getBBox().x + text.getBBox().width <= 1001)"))
                .isEqualTo("true");
    }

    @Test
    void needsNothingFromElsewhere() throws Exception {
        BrowserPage page = page();

        assertThat(page.text("performance.getEntriesByType('resource').length")).isEqualTo("0");
        assertThat(Files.readString(directory.resolve("report.html")))
                .doesNotContain("<script", "src=", "@import", "url(", "http://", "https://");
    }

    @Test
    void tellsAReaderWhatEachChartShowsAndLeadsToItsTable() throws Exception {
        BrowserPage page = page();

        List<String> told = page.accessibility();

        assertThat(told).anyMatch(node -> node.startsWith("image µs per request; p99 µs; connections per request"));
        assertThat(told).anyMatch(node -> node.startsWith("image requests per s; connections opened; p99 ms"));
        assertThat(told).contains("columnheader connections per request", "rowheader sharedWeirClient");
        assertThat(page.text(
                        "document.querySelectorAll('figure').length + ' ' + document.querySelectorAll('figure ~ .scroll"
                                + " table').length"))
                .matches("(\\d+) \\1");
    }

    @Test
    void isReadByKeyboard() throws Exception {
        BrowserPage page = page();

        page.press("Tab");
        String link = page.text("document.activeElement.getAttribute('href')");
        page.press("Enter");

        page.await("location.hash === '" + link + "'");
        page.press("Tab");
        page.await("document.activeElement.getAttribute('role') === 'region'");
    }

    @Test
    void fitsAPhoneAndTheNight() throws Exception {
        BrowserPage page = page();
        page.media("prefers-color-scheme", "light");
        String day = page.text("getComputedStyle(document.body).backgroundColor");
        page.size(1100, 2600, false);
        page.screenshot(PICTURES.resolve("report-light.png"));

        page.media("prefers-color-scheme", "dark");

        assertThat(page.text("getComputedStyle(document.body).backgroundColor")).isNotEqualTo(day);
        page.screenshot(PICTURES.resolve("report-dark.png"));
        page.size(360, 1600, true);
        page.screenshot(PICTURES.resolve("report-phone.png"));
        assertThat(page.text("document.documentElement.scrollWidth")).isEqualTo("360");
    }
}
