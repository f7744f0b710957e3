package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the builder says in a JVM whose HttpClient, HttpCore or JDK does not do. */
class LibrariesIT {

    @TempDir
    Path directory;

    private String built(String... options) throws Exception {
        BareJvm.Result result = new BareJvm(BareJvm.locationOf(HttpPool.class), directory)
                .run(List.of(options), BareClasspathMain.class, List.of());
        assertThat(result.status()).isZero();
        return result.output();
    }

    @ParameterizedTest
    @CsvSource({"client5, 5.6, httpclient5", "core5, 5.4.2, httpcore5"})
    void refusesReleasesWithDefects(String library, String release, String artifact) throws Exception {
        // The libraries read their own version from the first file of this name on the class path.
        Path file = directory.resolve("org/apache/hc/" + library + "/version.properties");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "info.module=test\ninfo.release=" + release + "\n");

        assertThat(built())
                .contains("HttpClientVersionException: " + artifact + " " + release)
                .contains("CVE-");
    }

    @Test
    void namesAModuleOfTheJdkThatIsMissing() throws Exception {
        assertThat(built("--limit-modules", "java.base,java.naming,java.logging,jdk.httpserver"))
                .contains("jdk.net");
    }

    @Test
    void buildsWithTheLibrariesOfTheBuild() throws Exception {
        assertThat(built()).contains("built bare");
    }
}
