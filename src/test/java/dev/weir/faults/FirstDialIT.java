package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first https connection of a JVM. */
class FirstDialIT {

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void loadsMostOfItsClassesBeforeItsTimeBegins(String kind, @TempDir Path directory) throws Exception {
        try (LoopbackServer server =
                LoopbackServer.https(TestCertificates.trusted()).start()) {
            List<String> printed =
                    new FaultJvm(directory).run(List.of(), FirstDialProgram.class, server.uri("/"), kind);

            assertThat(printed).anyMatch(line -> line.startsWith("failed javax.net.ssl.SSLHandshakeException"));
            long started = classes(printed, "started ");
            assertThat(classes(printed, "ended ") - started).isLessThan(started - classes(printed, "asked "));
        }
    }

    private static long classes(List<String> printed, String moment) {
        return printed.stream()
                .filter(line -> line.startsWith(moment))
                .mapToLong(line -> Long.parseLong(line.substring(moment.length())))
                .findFirst()
                .orElseThrow();
    }
}
