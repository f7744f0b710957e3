package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** The properties as the code binds them, as editors get them, and as the docs list them. */
class MetadataTest {

    private static final String DEFAULTS = "weir.defaults.";

    /** In Spring these have no default. */
    private static final Set<String> UNLIMITED = Set.of("timeouts.read", "timeouts.total");

    private static final List<Map<String, Object>> ALL = properties();

    private static final List<Map<String, Object>> PROPERTIES = ALL.stream()
            .filter(property -> String.valueOf(property.get("name")).startsWith("weir."))
            .toList();

    @Test
    void describesEveryPropertyThatIsBound() {
        assertThat(PROPERTIES.stream().map(property -> String.valueOf(property.get("name"))))
                .containsExactlyInAnyOrderElementsOf(PropertyNames.of(WeirProperties.class).stream()
                        .map(name -> "weir." + name)
                        .toList());
        assertThat(PROPERTIES)
                .allSatisfy(property -> assertThat(String.valueOf(property.get("description")))
                        .as("%s", property.get("name"))
                        .matches("(?!The )[A-Z0-9].*\\."));
    }

    /** Run with {@code -Dweir.write=true} to write the file. */
    @Test
    void isWrittenFromTheRecords() throws IOException {
        String text = MetadataFile.text();

        if (Boolean.getBoolean("weir.write")) {
            Files.writeString(MetadataFile.PATH, text);
        }
        assertThat(MetadataFile.PATH).hasContent(text);
    }

    @Test
    void tellsTheDefaultsThatHold() {
        Map<String, String> knobs = PoolConfig.builder("x").build().effective().settings().stream()
                .collect(Collectors.toMap(setting -> kebab(setting.name()), Setting::value));

        assertThat(PROPERTIES)
                .filteredOn(property -> knobs.containsKey(relative(property)) && property.containsKey("defaultValue"))
                .hasSizeGreaterThan(20)
                .allSatisfy(property -> assertThat(String.valueOf(property.get("defaultValue")))
                        .as("%s", property.get("name"))
                        .isEqualToIgnoringCase(knobs.get(relative(property))));
        assertThat(PROPERTIES)
                .filteredOn(property -> UNLIMITED.contains(relative(property)))
                .hasSize(2)
                .noneMatch(property -> property.containsKey("defaultValue"));
    }

    @Test
    void tellsOfWhatIsNamedLikeBootsOwn() {
        assertThat(ALL)
                .filteredOn(property -> !PROPERTIES.contains(property))
                .extracting(property -> String.valueOf(property.get("name")))
                .containsExactlyInAnyOrder(
                        "management.endpoint.httppools.access",
                        "management.endpoint.httppools.show-values",
                        "management.endpoint.httppools.roles",
                        "management.endpoint.httppoolspage.access",
                        "management.endpoint.httppoolspage.dashboards",
                        "management.health.httppools.enabled");
        assertThat(ALL)
                .contains(Map.of(
                        "name",
                        "management.health.httppools.enabled",
                        "type",
                        "java.lang.Boolean",
                        "description",
                        "Whether the health of the application includes its pools.",
                        "defaultValue",
                        true));
    }

    @Test
    void agreesWithTheReferencePage() throws IOException {
        List<List<String>> rows = rows(line -> line.startsWith("| `weir."));

        assertThat(rows)
                .containsExactlyElementsOf(PROPERTIES.stream()
                        .map(property -> List.of(
                                String.valueOf(property.get("name")),
                                String.valueOf(property.getOrDefault("defaultValue", "—")),
                                String.valueOf(property.get("description"))))
                        .toList());
    }

    @Test
    void listsEveryPropertyOfARoute() throws IOException {
        List<String> page = Files.readAllLines(Path.of("docs/spring.md"));
        List<String> table = page.subList(page.indexOf("| Property of a route | Meaning |") + 2, page.size());

        assertThat(table.stream()
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> cells(line).get(0)))
                .containsExactlyElementsOf(PropertyNames.of(RouteProperties.class));
    }

    private static List<List<String>> rows(Predicate<String> filter) throws IOException {
        return Files.readAllLines(Path.of("docs/spring.md")).stream()
                .filter(filter)
                .map(MetadataTest::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(2, row.length() - 2).split(" \\| "))
                .map(cell -> cell.replaceAll("^`(.*)`$", "$1"))
                .toList();
    }

    private static String relative(Map<String, Object> property) {
        String name = String.valueOf(property.get("name"));
        return name.startsWith(DEFAULTS) ? name.substring(DEFAULTS.length()) : name;
    }

    private static String kebab(String knob) {
        return knob.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings("unchecked") // the form of the file
    private static List<Map<String, Object>> properties() {
        try {
            String json = Files.readString(Path.of("src/main/resources/META-INF/spring-configuration-metadata.json"));
            Object list = JsonParserFactory.getJsonParser()
                    .parseMap(json.replaceAll("\\n *", ""))
                    .get("properties");
            return (List<Map<String, Object>>) Objects.requireNonNull(list);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
