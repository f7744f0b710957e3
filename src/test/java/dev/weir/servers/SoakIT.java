package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.faults.Sockets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing leaks while servers restart, the network fails and callers give up. Runs by {@code mvn verify
 * -Dit.test=SoakIT -Dexcluded=none -Dsoak.minutes=60 -Dsoak.seed=1}, and writes its samples to {@code target/soak}.
 */
@Tag("soak")
class SoakIT {

    private static final Path RESULTS = Path.of("target/soak");

    @TempDir
    private Path directory;

    /** The JDK keeps 20,480 sessions of each context for a day, which looks like a leak for hours. */
    @BeforeAll
    static void keepFewSessions() {
        System.setProperty("javax.net.ssl.sessionCacheSize", "100");
    }

    @Test
    void leavesNothingBehind() throws Exception {
        assumeTrue(Sockets.areCountable(), "this system does not tell its sockets");
        SoakPlan plan = SoakPlan.ofProperties();
        System.out.println("soak of " + plan.lasts() + " with -Dsoak.seed=" + plan.seed());
        List<SoakServer> servers = new ArrayList<>();
        try {
            Stream.of(ServerKind.TOMCAT, ServerKind.NGINX, ServerKind.HAPROXY)
                    .filter(ServerKind::isInstalled)
                    .forEach(kind -> servers.add(SoakServer.start(kind, directory)));
            Soak soak = new Soak(plan, servers);

            soak.run();

            write(soak, servers, plan);
            assertThat(soak.wrong()).isEmpty();
        } finally {
            for (SoakServer server : servers) {
                server.close();
            }
        }
    }

    private static void write(Soak soak, List<SoakServer> servers, SoakPlan plan) throws IOException {
        Files.createDirectories(RESULTS);
        String lines = soak.samples().stream().map(SoakSample::line).collect(Collectors.joining("\n"));
        Files.writeString(RESULTS.resolve("soak.csv"), SoakSample.COLUMNS + "\n" + lines + "\n");
        Files.writeString(
                RESULTS.resolve("soak.txt"),
                "seed " + plan.seed() + "\nservers "
                        + servers.stream().map(SoakServer::version).toList() + "\nfaults " + soak.faults() + "\nwrong "
                        + soak.wrong() + "\n");
    }
}
