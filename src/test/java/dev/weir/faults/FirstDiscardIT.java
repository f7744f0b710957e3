package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JVM needs memory for the first call of some methods of the JDK, among them the one by which an entry forgets its
 * connection.
 */
class FirstDiscardIT {

    @Test
    void needsNoMemoryOnceThereWasAPool(@TempDir Path directory) throws Exception {
        List<String> printed = printed("pool", directory);

        assertThat(printed)
                .filteredOn(line -> line.startsWith("failure"))
                .hasSize(4)
                .containsOnly("failure null");
    }

    @Test
    void failsForLackOfMemoryIfThereWasNone(@TempDir Path directory) throws Exception {
        assertThat(printed("none", directory)).anyMatch(line -> line.startsWith("failure java.lang.OutOfMemoryError"));
    }

    private static List<String> printed(String pool, Path directory) throws Exception {
        return new FaultJvm(directory).run(List.of("-Xmx40m", "-XX:+UseSerialGC"), FirstDiscardProgram.class, pool);
    }
}
