package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links lead somewhere, blocks of Java compile, and the table of knobs shows the defaults. */
class DocsTest {

    @Test
    void everyBlockOfJavaCompiles(@TempDir Path directory) throws IOException {
        List<Block> blocks = Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(Block::isJava)
                .toList();

        try (Compilation compilation = new Compilation(directory)) {
            assertThat(blocks)
                    .isNotEmpty()
                    .allSatisfy(block -> assertThat(compilation.messages(block))
                            .as(block.name())
                            .isEmpty());
        }
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
        return parts.length == 1 || Page.of(target).anchors().contains(parts[1]);
    }

    @Test
    void theTableOfKnobsShowsEachDefault() {
        Map<String, String> defaults = PoolConfig.builder("x").build().effective().settings().stream()
                .collect(Collectors.toMap(Setting::name, Setting::value));

        Map<String, String> documented = Page.of(Path.of("docs/configuration.md")).rows("Knob").stream()
                .collect(Collectors.toMap(row -> row.get(0), row -> row.get(1)));

        assertThat(documented).containsExactlyInAnyOrderEntriesOf(defaults);
    }

    @Test
    void theReadmeNamesTheVersionsOfTheBuild() throws IOException {
        String readme = Page.of(Path.of("README.md")).text();
        String build = Files.readString(Path.of("pom.xml"));

        assertThat(readme).contains(first("<version>", build));
    }

    private static String first(String tag, String xml) {
        int start = xml.indexOf(tag) + tag.length();
        return xml.substring(start, xml.indexOf('<', start));
    }
}
