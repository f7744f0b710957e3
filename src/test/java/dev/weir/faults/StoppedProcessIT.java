package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.failure.TotalTimeoutException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process is stopped for some seconds ({@code SIGSTOP}) and goes on: the server, or the client itself. */
@Tag("faults")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class StoppedProcessIT {

    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final int STOP_SECONDS = 3;

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void endsCallsInTimeWhileTheServerStandsStill(String kind, @TempDir Path directory) throws Exception {
        FaultJvm jvm = new FaultJvm(directory);
        Process server = jvm.start(List.of(), ServerProgram.class);
        try (Subject subject = Subject.of(kind, Integer.parseInt(jvm.awaitLine(server, "port ")))) {
            subject.get("/");
            FaultJvm.stop(server);
            for (int i = 0; i < 2 * Subject.CONNECTIONS; i++) {
                assertThatThrownBy(() -> subject.get("/", LIMIT)).isInstanceOf(IOException.class);
            }
            FaultJvm.signal(server, "CONT");

            assertThat(Aftermath.of(subject)).containsAll(Aftermath.WHOLE);
        } finally {
            server.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void endsCallsRightAfterTheClientGoesOn(String kind, @TempDir Path directory) throws Exception {
        FaultJvm jvm = new FaultJvm(directory);
        try (FaultServer server = new FaultServer()) {
            Process client = jvm.start(List.of(), StoppedProgram.class, kind, server.port());
            jvm.awaitLine(client, "under way");
            FaultJvm.stop(client);
            boolean hasEnded = client.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            FaultJvm.signal(client, "CONT");

            assertThat(hasEnded).isFalse();
            assertThat(jvm.ended(client))
                    .contains("end " + TotalTimeoutException.class.getSimpleName())
                    .containsAll(Aftermath.wholeAlone(kind));
        }
    }
}
