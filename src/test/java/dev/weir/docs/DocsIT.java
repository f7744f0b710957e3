package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what the docs show and compares what it prints. */
class DocsIT {
    private LoopbackServer server;

    @TempDir
    private Path directory;

    @BeforeEach
    void startServer() {
        server =
                LoopbackServer.http().handler(exchange -> exchange.ok("a page")).start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void theExampleOfTheReadmeFetchesAPage() throws Exception {
        Block example = Page.of("README.md").blocks().get(0);

        String printed = printedBy(example);

        assertThat(printed).startsWith("a page\n");
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void examplesPrintWhatIsShown() throws Exception {
        List<Block> shown = new ArrayList<>();
        for (Page page : Page.all()) {
            List<Block> blocks = page.blocks();
            for (int i = 0; i < blocks.size(); i++) {
                if (blocks.get(i).isOutput()) {
                    shown.add(blocks.get(i));
                    assertThat(printedBy(blocks.get(i - 1)))
                            .as(blocks.get(i).name())
                            .matches(pattern(blocks.get(i).text()));
                }
            }
        }

        assertThat(shown).isNotEmpty();
    }

    /** The text, where a line of three dots stands for any lines, and blanks at the end of a line do not matter. */
    private static Pattern pattern(String text) {
        StringBuilder pattern = new StringBuilder();
        text.lines()
                .map(line -> line.equals("…") ? "(?:.*\\n)*" : Pattern.quote(line) + "\\s*\\n")
                .forEach(pattern::append);
        return Pattern.compile(pattern.toString());
    }

    private String printedBy(Block block) throws Exception {
        Path classes = Files.createTempDirectory(directory, "classes");
        JavaBlock java = JavaBlock.of(block);
        try (Compilation compilation = new Compilation(classes);
                URLClassLoader loader = compilation.loader()) {
            assertThat(compilation.messages(java)).as(block.name()).isEmpty();
            Class<?> type = loader.loadClass(java.className());
            return printed(() -> run(type, block));
        }
    }

    private void run(Class<?> type, Block block) throws Exception {
        if (!block.isFragment()) {
            String[] arguments = {server.origin() + "/"};
            type.getMethod("main", String[].class).invoke(null, (Object) arguments);
            return;
        }
        try (HttpPool pool = HttpPool.builder("shop").build()) {
            ClassicHttpRequest request =
                    ClassicRequestBuilder.get(server.origin() + "/").build();
            type.getMethod("run", HttpPool.class, ClassicHttpRequest.class).invoke(null, pool, request);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static String printed(Work work) throws Exception {
        PrintStream usual = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setOut(usual);
        }
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
