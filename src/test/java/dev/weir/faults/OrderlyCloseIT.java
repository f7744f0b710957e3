package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoopbackServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a pool that was used raises no alarm. */
class OrderlyCloseIT {

    @Test
    void tellsTheLogNothingAboveInfo(@TempDir Path directory) throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start()) {
            List<String> printed = new FaultJvm(directory).run(List.of(), OrderlyCloseProgram.class, server.uri("/"));

            assertThat(printed).filteredOn(line -> line.startsWith("got ")).hasSize(20);
            assertThat(printed)
                    .noneMatch(line -> line.startsWith("LOG WARN "))
                    .noneMatch(line -> line.startsWith("LOG ERROR "));
        }
    }
}
