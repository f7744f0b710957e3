package modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModulesTest {

    private static final String PASSWORD = "changeit";
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final String PROGRAMS = System.getProperty("programs");

    /** What a program on Weir needs at least. */
    private static final String MODULES = "java.naming,jdk.crypto.ec,jdk.net";

    @TempDir
    private Path directory;

    private Path keys;

    @BeforeEach
    void makeKeys() throws Exception {
        keys = directory.resolve("keys.p12");
        List<String> printed = run(
                JDK.resolve("bin/keytool"),
                "-genkeypair -keyalg EC -alias shop -dname CN=shop -ext SAN=ip:127.0.0.1 -storetype PKCS12".split(" "),
                "-keystore",
                keys.toString(),
                "-storepass",
                PASSWORD);
        assertThat(keys).as(printed::toString).exists();
    }

    @Test
    void runsOnTheModulePath() throws Exception {
        List<String> printed = shop(JDK);

        assertThat(printed).contains("runs in module modules with module dev.weir", "2 idle, findings: []");
        assertThat(printed).contains("blocking: hello", "blocking TLS: hello", "async: hello", "async TLS: hello");
    }

    @Test
    void runsInAnImageWithFewModules() throws Exception {
        Path image = directory.resolve("image");
        jlink("--add-modules", MODULES, "--output", image.toString());

        List<String> printed = shop(image);

        assertThat(printed).contains("blocking: hello", "blocking TLS: hello", "async: hello", "async TLS: hello");
    }

    @Test
    void isNoPartOfAnImageBecauseHttpClientIsAnAutomaticModule() {
        String printed = jlink(
                "--module-path",
                path(ModulesTest::isOfWeir),
                "--add-modules",
                "dev.weir",
                "--output",
                directory.resolve("whole").toString());

        assertThat(printed).contains("automatic module cannot be used with jlink: org.apache.httpcomponents");
    }

    @Test
    void runsBesideSpringOnTheClassPath() throws Exception {
        List<String> printed = run(
                JDK.resolve("bin/java"),
                "--module-path",
                path(ModulesTest::isOfWeir),
                "--add-modules",
                "dev.weir",
                "--add-reads",
                "dev.weir=ALL-UNNAMED",
                "--class-path",
                PROGRAMS + File.pathSeparator + path(jar -> !isOfWeir(jar) && !isOfTests(jar)),
                "modules.boot.Application");

        assertUsesAPool(printed);
    }

    @Test
    void runsWithSpringOnTheModulePath() throws Exception {
        List<String> printed = run(
                JDK.resolve("bin/java"),
                "--module-path",
                PROGRAMS + File.pathSeparator + path(jar -> !isOfTests(jar)),
                "--add-modules",
                "ALL-DEFAULT,ALL-MODULE-PATH",
                "--module",
                "modules/modules.boot.Application");

        assertUsesAPool(printed);
    }

    private static void assertUsesAPool(List<String> printed) {
        assertThat(printed)
                .anyMatch(line -> line.startsWith("hello by [HttpPool 'default'") && line.endsWith(" of module dev.weir"))
                .anyMatch(line -> line.startsWith("health: UP {pools={default={open=true, limit=100"));
    }

    private List<String> shop(Path java) throws Exception {
        return run(
                java.resolve("bin/java"),
                "--module-path",
                PROGRAMS + File.pathSeparator + path(ModulesTest::isOfWeir),
                "--module",
                "modules/modules.shop.Shop",
                keys.toString(),
                PASSWORD);
    }

    private static String jlink(String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed);
        ToolProvider.findFirst("jlink").orElseThrow().run(writer, writer, arguments);
        return printed.toString();
    }

    private List<String> run(Path program, String[] first, String... more) throws Exception {
        return run(program, Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new));
    }

    /** Returns what a program prints; one that does not end by itself is killed, and prints so. */
    private List<String> run(Path program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        List<String> printed = Files.readAllLines(output);
        assertThat(process.exitValue()).as(String.join("\n", printed)).isZero();
        return printed;
    }

    /** What the jar needs, and the jar. */
    private static boolean isOfWeir(String jar) {
        return Stream.of("weir-", "httpclient5-", "httpcore5-", "slf4j-api-")
                .anyMatch(Path.of(jar).getFileName().toString()::startsWith);
    }

    private static boolean isOfTests(String jar) {
        return Stream.of("junit-", "assertj-", "byte-buddy-", "opentest4j-", "apiguardian-", "surefire-", "maven-")
                .anyMatch(Path.of(jar).getFileName().toString()::startsWith);
    }

    private static String path(Predicate<String> filter) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> jar.endsWith(".jar") && filter.test(jar))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
