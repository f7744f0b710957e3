package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process has as many threads as it may have. The limit does not bind root, and binds all processes of a user together: so
 * the process runs as a user that has no other, and may read what root may read.
 */
@Tag("faults")
class ThreadLimitIT {

    private static final int LIMIT = 80;

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    @EnabledOnOs(OS.LINUX)
    void failsCallsByNameAndLeavesThePoolAsItWas(String kind, @TempDir Path directory) throws Exception {
        assumeThat(isAllowed()).as("may run processes as another user").isTrue();
        try (FaultServer server = new FaultServer()) {
            List<String> printed = new FaultJvm(directory, limited())
                    .run(
                            List.of(
                                    "-Xmx64m",
                                    "-XX:+UseSerialGC",
                                    "-XX:-UsePerfData",
                                    // One that ends leaves a place to the thread that must not find one.
                                    "-XX:-UseDynamicNumberOfCompilerThreads"),
                            ThreadLimitProgram.class,
                            kind,
                            server.port());

            assertThat(printed).contains("build refused", "taken true").containsAll(Aftermath.wholeAlone(kind));
            assertThat(printed).containsAnyOf("ends [NoThreadException]", "ends [200, NoThreadException]");
        }
    }

    private static List<String> limited() {
        long user = 50_000 + ProcessHandle.current().pid() % 10_000;
        return List.of(
                "setpriv",
                "--reuid=" + user,
                "--clear-groups",
                "--inh-caps=-all,+dac_read_search",
                "--ambient-caps=-all,+dac_read_search",
                "prlimit",
                "--nproc=" + LIMIT);
    }

    private static boolean isAllowed() throws InterruptedException {
        List<String> command = new ArrayList<>(limited());
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
