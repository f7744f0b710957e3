package dev.weir.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A real browser without a window. */
public final class Chromium implements AutoCloseable {

    private static final String LISTENING = "DevTools listening on ";

    private final Path profile;
    private final Process process;
    private final DevTools tools;

    private Chromium(Path profile, Process process, DevTools tools) {
        this.profile = profile;
        this.process = process;
        this.tools = tools;
    }

    /** Starts the browser of this machine; leaves the test out where there is none that starts. */
    public static Chromium startIfThere() throws IOException {
        Optional<Path> program = installed();
        assumeTrue(program.isPresent(), "no Chromium on this machine: install it, or name it in CHROMIUM");
        return start(program.get(), Files.createTempDirectory("chromium"));
    }

    /** Finds a browser on this machine: that of the environment variable CHROMIUM, or one on the path. */
    private static Optional<Path> installed() {
        String path = System.getenv().getOrDefault("PATH", "");
        Stream<Path> onPath = Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
                .flatMap(name ->
                        Arrays.stream(path.split(File.pathSeparator, -1)).map(directory -> Path.of(directory, name)));
        return Stream.concat(Stream.ofNullable(System.getenv("CHROMIUM")).map(Path::of), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Chromium start(Path program, Path profile) throws IOException {
        // The sandbox needs rights that containers lack; the only pages are our own.
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        try {
            return new Chromium(profile, process, new DevTools(address(process)));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static String address(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(LISTENING)) {
                drain(output);
                return line.substring(LISTENING.length()).strip();
            }
        }
        throw new TestAbortedException(
                "the Chromium of this machine ends at once: install another, or name it in CHROMIUM");
    }

    /** A browser whose complaints are not read stops when the pipe is full. */
    private static void drain(BufferedReader output) {
        Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "chromium-output");
        reader.setDaemon(true);
        reader.start();
    }

    public BrowserPage open(String url) throws Exception {
        String target = tools.send("", "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asString();
        String session = tools.send("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asString();
        BrowserPage page = new BrowserPage(tools, session);
        page.command("Page.enable", Map.of());
        page.command("Network.enable", Map.of());
        page.command("Accessibility.enable", Map.of());
        page.command("Page.navigate", Map.of("url", url));
        return page;
    }

    @Override
    public void close() {
        tools.close();
        // They write into the profile until they end, some of them later than the browser.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        process.destroy();
        all.forEach(Chromium::awaitEnd);
        delete(profile);
    }

    /** What a process leaves behind that cannot be waited for is no reason to fail. */
    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // It goes with the other temporary files.
        }
    }

    private static void awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(10, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
