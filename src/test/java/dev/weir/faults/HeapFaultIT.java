package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap is full for 150 ms, six times, while six threads send requests. */
@Tag("faults")
class HeapFaultIT {

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    @EnabledOnOs(OS.LINUX) // which tells the sockets of a process
    void leavesAPoolAsItWas(String kind, @TempDir Path directory) throws Exception {
        try (FaultServer server = new FaultServer()) {
            List<String> printed = new FaultJvm(directory)
                    .run(List.of("-Xmx40m", "-XX:+UseSerialGC"), HeapProgram.class, kind, server.port());

            assertThat(printed).contains("failures true").containsAll(Aftermath.WHOLE);
        }
    }
}
