package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The heap is full for 150 ms, six times, while six threads send requests. */
@Tag("faults")
class HeapFaultIT {

    @Test
    @EnabledOnOs(OS.LINUX) // which tells the sockets of a process
    void leavesABlockingPoolAsItWas(@TempDir Path directory) throws Exception {
        try (FaultServer server = new FaultServer()) {
            List<String> printed = new FaultJvm(directory)
                    .run(List.of("-Xmx40m", "-XX:+UseSerialGC"), HeapProgram.class, "blocking", server.port());

            assertThat(printed).contains("failures true").containsAll(Aftermath.WHOLE);
        }
    }
}
