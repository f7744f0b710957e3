package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsTest {
    private static final Pattern STARTS_THREADS =
            Pattern.compile("new Thread\\(|LoopThread\\.daemon\\(|new CallbackThread\\(");
    private static final Pattern THREAD_NAME = Pattern.compile("\"(weir-[a-z]+)-?\"");

    @Test
    void everyBlockOfJavaCompiles(@TempDir Path directory) throws IOException {
        List<Block> blocks = Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(Block::isJava)
                .toList();

        try (Compilation compilation = new Compilation(directory)) {
            assertThat(blocks)
                    .isNotEmpty()
                    .allSatisfy(block -> assertThat(compilation.messages(JavaBlock.of(block)))
                            .as(block.name())
                            .isEmpty());
        }
    }

    @Test
    void triesTheAddressesOfADiscoveryClient() throws IOException {
        String tried = Files.readString(Path.of("src/it/cloud/src/test/java/cloud/DiscoveredAddresses.java"));

        assertThat(Files.readString(Path.of("docs/spring.md"))).contains(tried.substring(tried.indexOf("import ")));
    }

    @Test
    void everyMarkIsKnown() throws IOException {
        Stream<Block> blocks = Page.all().stream().flatMap(page -> page.blocks().stream());

        assertThat(blocks)
                .allSatisfy(block ->
                        assertThat(block.mark()).as(block.name()).isIn("", block.isJava() ? "fragment" : "output"));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Page page : Page.all()) {
            page.links().stream()
                    .filter(link -> !leadsSomewhere(page, link))
                    .map(link -> page.path() + ": " + link)
                    .forEach(broken::add);
        }

        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Page page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || Page.of(target.toString()).anchors().contains(parts[1]);
    }

    @Test
    void everyPageIsReachedFromTheReadme() throws IOException {
        List<Path> reached = new ArrayList<>(List.of(Path.of("README.md")));
        for (int i = 0; i < reached.size(); i++) {
            Page page = Page.of(reached.get(i).toString());
            page.links().stream()
                    .map(link ->
                            page.path().resolveSibling(link.split("#", 2)[0]).normalize())
                    .filter(path -> path.toString().endsWith(".md") && !reached.contains(path))
                    .forEach(reached::add);
        }

        assertThat(reached)
                .containsAll(
                        Page.all().stream().map(page -> page.path().normalize()).toList());
    }

    @Test
    void everyThreadIsListed() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<String> names = sources.filter(path -> path.toString().endsWith(".java"))
                    .map(path -> Page.of(path.toString()).text())
                    .filter(source -> STARTS_THREADS.matcher(source).find())
                    .flatMap(DocsTest::threadNames) // none where others give them
                    .toList();

            List<List<String>> rows = Page.of("docs/concurrency.md").rows("Thread");

            assertThat(rows.stream().map(row -> row.get(0))).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private static Stream<String> threadNames(String source) {
        return THREAD_NAME.matcher(source).results().map(name -> name.group(1));
    }
}
