package dev.weir.spring;

import dev.weir.config.PoolConfig;
import dev.weir.config.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Writes the metadata of the properties for editors from the records that these are bound to: names and types from the
 * components, descriptions from their Javadoc, defaults from the configuration. What is not bound to a record of ours stays
 * as it is.
 */
final class MetadataFile {

    static final Path PATH = Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

    /** In Spring these have none, or another for each kind of pool. */
    private static final Set<String> WITHOUT_DEFAULT =
            Set.of("weir.defaults.timeouts.read", "weir.defaults.timeouts.total", "weir.defaults.protocol");

    private static final String FIRST_OF_OTHERS = "    {\n      \"name\": \"management.";

    private final List<String> groups = new ArrayList<>();
    private final List<String> properties = new ArrayList<>();
    /** Defaults of what is no setting of a pool's configuration. */
    private static final Map<String, String> OTHER_DEFAULTS = Map.of(
            "weir.defaults.warm-up.connections",
            "1",
            "weir.defaults.warm-up.reactive",
            "false",
            "weir.defaults.warm-up.required",
            "false");

    private final Map<String, String> defaults = PoolConfig.builder("x").build().effective().settings().stream()
            .filter(setting ->
                    setting.origin().equals("default") && !setting.value().equals("none"))
            .collect(Collectors.toMap(setting -> "weir.defaults." + kebab(setting.name()), Setting::value));

    /** Returns the file as it should be. */
    static String text() {
        MetadataFile file = new MetadataFile();
        file.group("weir", WeirProperties.class);
        String others = read(PATH);
        return "{\n  \"groups\": [\n" + String.join(",\n", file.groups) + "\n  ],\n  \"properties\": [\n"
                + String.join(",\n", file.properties) + ",\n" + others.substring(others.indexOf(FIRST_OF_OTHERS));
    }

    private void group(String name, Class<?> type) {
        groups.add(object("name", quoted(name), "type", quoted(type.getName())));
        String source = read(Path.of("src/main/java", type.getName().replace('.', '/') + ".java"));
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            DefaultValue bound = type.getDeclaredConstructors()[0].getParameters()[i].getAnnotation(DefaultValue.class);
            String inner = name + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                group(inner, component.getType());
            } else {
                properties.add(property(inner, component, source, bound));
            }
        }
    }

    private String property(String name, RecordComponent component, String source, @Nullable DefaultValue bound) {
        List<String> parts = new ArrayList<>(List.of("name", quoted(name), "type", quoted(type(component))));
        parts.addAll(List.of("description", quoted(description(component, source))));
        defaultOf(name, component, bound).ifPresent(value -> parts.addAll(List.of("defaultValue", value)));
        return object(parts.toArray(String[]::new));
    }

    private static String type(RecordComponent component) {
        return component.getType() == boolean.class
                ? Boolean.class.getName()
                : component.getGenericType().getTypeName().replace(" ", "");
    }

    private static String description(RecordComponent component, String source) {
        Matcher tag = Pattern.compile(
                        "@param " + component.getName() + " (.*?)(?=\\n \\* @param |\\n \\*/)", Pattern.DOTALL)
                .matcher(source);
        if (!tag.find()) {
            throw new IllegalStateException("no @param for " + component);
        }
        String text = tag.group(1).replaceAll("\\n \\* *", " ").replaceAll("\\{@code ([^}]*)\\}", "$1");
        return text.endsWith(".") ? text : text + ".";
    }

    private Optional<String> defaultOf(String name, RecordComponent component, @Nullable DefaultValue bound) {
        String known = defaults.containsKey(name) ? defaults.get(name) : OTHER_DEFAULTS.get(name);
        String value = bound != null && bound.value().length == 1 ? bound.value()[0] : known;
        return value == null || WITHOUT_DEFAULT.contains(name)
                ? Optional.empty()
                : Optional.of(literal(value, component.getType()));
    }

    private static String literal(String value, Class<?> type) {
        boolean isRaw = Number.class.isAssignableFrom(type) || type == Boolean.class || type == boolean.class;
        return isRaw
                ? value
                : quoted(type.isEnum() ? value.toLowerCase(Locale.ROOT).replace('_', '-') : value);
    }

    private static String object(String... parts) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 2) {
            lines.add("      " + quoted(parts[i]) + ": " + parts[i + 1]);
        }
        return "    {\n" + String.join(",\n", lines) + "\n    }";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
