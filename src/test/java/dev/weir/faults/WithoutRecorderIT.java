package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images made by jlink may lack the flight recorder. */
class WithoutRecorderIT {

    private static final String MODULES =
            "java.base,java.compiler,java.logging,java.management,java.naming,java.security.jgss,java.sql,jdk.crypto.ec,jdk.net";

    @Test
    void sendsRequests(@TempDir Path directory) throws Exception {
        try (FaultServer server = new FaultServer()) {
            List<String> printed = new FaultJvm(directory)
                    .run(
                            List.of("--limit-modules", MODULES, "--show-module-resolution"),
                            OneCallProgram.class,
                            server.port());

            assertThat(printed).contains("END").noneMatch(line -> line.contains("jdk.jfr"));
        }
    }
}
