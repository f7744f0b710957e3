package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.weir.HttpPool;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the module reads and exports. The build compiles its declaration after the tests. */
class ModuleDeclarationTest {

    private static final Path DECLARATION = Path.of("src", "main", "module", "module-info.java");

    private final String declaration;

    ModuleDeclarationTest() throws IOException {
        declaration = Files.readString(DECLARATION);
    }

    @Test
    void exportsThePackagesOfTheApi() {
        assertThat(named("exports ([\\w.]+);")).isEqualTo(ApiSignatures.packages());
    }

    @Test
    void opensWhatSpringMakes() {
        assertThat(named("opens ([\\w.]+);"))
                .isEqualTo(ApiSignatures.packages().stream()
                        .filter(name -> name.startsWith("dev.weir.spring"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void readsEachModuleThatTheCodeUses() {
        Set<String> used = used();

        assertThat(used).contains("org.slf4j", "spring.core", "java.management");
        assertThat(named("requires (?:static |transitive )?([\\w.]+);"))
                .as("modules in %s", DECLARATION)
                .containsAll(used)
                .isSubsetOf(with(used, "java.naming", "jdk.net"));
    }

    @Test
    void needsHttpClientAndWhatHttpClientNeedsAlone() {
        assertThat(named("requires (?:transitive )?((?!static )[\\w.]+);"))
                .containsExactlyInAnyOrder(
                        "org.apache.httpcomponents.client5.httpclient5",
                        "org.apache.httpcomponents.core5.httpcore5",
                        "org.apache.httpcomponents.core5.httpcore5.h2",
                        "org.slf4j",
                        "java.naming",
                        "jdk.net");
    }

    private Set<String> named(String pattern) {
        return Pattern.compile("^ +" + pattern, Pattern.MULTILINE)
                .matcher(declaration)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> used() {
        String home = BareJvm.locationOf(HttpPool.class).toUri().toString();
        return ImportedClasses.WEIR.stream()
                .filter(type ->
                        type.getSource().orElseThrow().getUri().toString().startsWith(home))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(type -> !type.isPrimitive() && !type.getPackageName().startsWith("dev.weir"))
                .map(JavaClass::getName)
                .distinct()
                .map(ModuleDeclarationTest::placeOf)
                .distinct()
                .map(place -> place.endsWith(".jar") ? moduleOf(Path.of(place)) : place)
                .filter(module -> !module.equals("java.base"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the module of a class of the JDK, or the path of its jar. */
    private static String placeOf(String type) {
        URL url = Objects.requireNonNull(
                ModuleDeclarationTest.class.getClassLoader().getResource(type.replace('.', '/') + ".class"), type);
        try {
            return url.openConnection() instanceof JarURLConnection jar
                    ? Path.of(URI.create(jar.getJarFileURL().toString())).toString()
                    : url.getPath().split("/", 3)[1];
        } catch (IOException e) {
            throw new IllegalStateException(type, e);
        }
    }

    /** Returns the module that a jar is on the module path. */
    private static String moduleOf(Path jar) {
        return ModuleFinder.of(jar).findAll().iterator().next().descriptor().name();
    }

    private static Set<String> with(Set<String> some, String... more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(Set.of(more));
        return all;
    }
}
