package aot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** What the builder of native images reads, of the application and of all its jars. */
final class Metadata {

    private static final String FILES = "classpath*:META-INF/native-image/**/reachability-metadata.json";

    private static final Map<String, MemberCategory> CATEGORIES = Map.of(
            "allDeclaredFields", MemberCategory.ACCESS_DECLARED_FIELDS,
            "allPublicFields", MemberCategory.ACCESS_PUBLIC_FIELDS,
            "allDeclaredMethods", MemberCategory.INVOKE_DECLARED_METHODS,
            "allPublicMethods", MemberCategory.INVOKE_PUBLIC_METHODS,
            "allDeclaredConstructors", MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
            "allPublicConstructors", MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);

    private Metadata() {}

    static RuntimeHints read() throws IOException {
        RuntimeHints hints = new RuntimeHints();
        for (Resource file : new PathMatchingResourcePatternResolver().getResources(FILES)) {
            Map<String, Object> json =
                    JsonParserFactory.getJsonParser().parseMap(file.getContentAsString(StandardCharsets.UTF_8));
            entries(json, "reflection").forEach(entry -> type(entry, hints));
            entries(json, "resources").forEach(entry -> resource(entry, hints));
        }
        return hints;
    }

    private static void resource(Map<String, Object> entry, RuntimeHints hints) {
        if (entry.get("glob") instanceof String glob) {
            hints.resources().registerPattern(glob);
        }
    }

    private static void type(Map<String, Object> entry, RuntimeHints hints) {
        if (entry.get("type") instanceof String name) {
            hints.reflection().registerType(TypeReference.of(name), type -> {
                categories(entry).forEach(type::withMembers);
                entries(entry, "fields").forEach(field -> type.withField(String.valueOf(field.get("name"))));
                entries(entry, "methods").forEach(method -> method(method, type));
            });
        }
    }

    @SuppressWarnings("unchecked")
    private static void method(Map<String, Object> method, TypeHint.Builder type) {
        String name = String.valueOf(method.get("name"));
        List<TypeReference> parameters = ((List<String>) method.getOrDefault("parameterTypes", List.of()))
                .stream().map(TypeReference::of).toList();
        if (name.equals("<init>")) {
            type.withConstructor(parameters, ExecutableMode.INVOKE);
        } else {
            type.withMethod(name, parameters, ExecutableMode.INVOKE);
        }
    }

    private static Stream<MemberCategory> categories(Map<String, Object> entry) {
        return CATEGORIES.entrySet().stream()
                .filter(category -> Boolean.TRUE.equals(entry.get(category.getKey())))
                .map(Map.Entry::getValue);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> entries(Map<String, Object> json, String key) {
        return (List<Map<String, Object>>) json.getOrDefault(key, List.of());
    }
}
