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
        assertThat(printed("blocking", directory))
                .contains("failures true")
                .containsAll(Aftermath.wholeAlone("blocking"));
    }

    /** In about one run of ten HttpCore leaves a socket open that it had no memory to register with its selector. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void leavesAnAsynchronousPoolAsItWasButForOneSocket(@TempDir Path directory) throws Exception {
        assertThat(printed("async", directory))
                .contains("failures true")
                .containsAll(Aftermath.WHOLE_BUT_FOR_SOCKETS)
                .containsAll(Aftermath.ONE_OF_EACH)
                .containsAnyOf("surplus sockets after eviction 0", "surplus sockets after eviction 1");
    }

    private static List<String> printed(String kind, Path directory) throws Exception {
        try (FaultServer server = new FaultServer()) {
            return new FaultJvm(directory)
                    .run(List.of("-Xmx40m", "-XX:+UseSerialGC"), HeapProgram.class, kind, server.port());
        }
    }
}
