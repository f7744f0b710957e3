package dev.weir.build;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users get: the jar as it is published, and a JVM that has nothing but what the jar needs. */
class PackagedJarIT {
    private static final int JAVA_17 = 61;

    private final Path path =
            Path.of(requireNonNull(System.getProperty("packaged.jar"), "packaged.jar is set by the build"));
    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(path.toFile());
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    @Test
    void isAModuleThatExportsTheApiAlone() {
        ModuleDescriptor module =
                ModuleFinder.of(path).find("dev.weir").orElseThrow().descriptor();

        assertThat(module.isAutomatic()).isFalse();
        assertThat(module.rawVersion()).isPresent();
        assertThat(module.exports())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrderElementsOf(ApiSignatures.packages());
    }

    @Test
    void carriesItsLicense() throws IOException {
        JarEntry licence = jar.getJarEntry("META-INF/LICENSE");

        assertThat(jar.getInputStream(licence))
                .asString(StandardCharsets.UTF_8)
                .contains("Apache License", "Version 2.0");
    }

    @Test
    void runsOnJava17() {
        Stream<JarEntry> classes = classes();

        assertThat(classes)
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(majorVersion(entry)).isEqualTo(JAVA_17));
    }

    @Test
    void holdsNeitherTestsNorBenchmarks() {
        Path tests = BareJvm.locationOf(PackagedJarIT.class);
        Path benchmarks = tests.resolveSibling("jmh-classes");

        Stream<String> names = classes().map(JarEntry::getName).filter(name -> !name.endsWith("package-info.class"));

        assertThat(names)
                .noneMatch(name -> Files.exists(tests.resolve(name)) || Files.exists(benchmarks.resolve(name)));
    }

    @Test
    void needsNeitherMicrometerNorSpring(@TempDir Path directory) throws Exception {
        List<String> classNames = classes()
                .map(JarEntry::getName)
                .filter(name -> !name.startsWith("dev/weir/micrometer/") && !name.startsWith("dev/weir/spring/"))
                .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
                .toList();

        BareJvm.Result result = new BareJvm(path, directory).run(BareClasspathMain.class, classNames);

        assertThat(result.output())
                .contains("loaded " + classNames.size() + " classes")
                .contains("served: ok");
        assertThat(result.status()).isZero();
    }

    private Stream<JarEntry> classes() {
        return jar.stream()
                .filter(entry -> entry.getName().endsWith(".class"))
                .filter(entry -> !entry.getName().equals("module-info.class"));
    }

    private int majorVersion(JarEntry entry) throws IOException {
        try (var in = new DataInputStream(jar.getInputStream(entry))) {
            in.skipNBytes(6);
            return in.readUnsignedShort();
        }
    }
}
