package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.testpool.PatientPool;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every client of Weir at servers that others have written; those that are not installed are left out. The mix under load
 * is SoakIT's.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServersIT {

    @TempDir
    private Path directory;

    private final Map<Server.Kind, Server> running = new EnumMap<>(Server.Kind.class);

    @AfterAll
    void stopServers() {
        running.values().forEach(Server::close);
    }

    @TestFactory
    Stream<DynamicContainer> answerEachKindOfRequest() {
        return everyCell((server, client) -> dynamicTest(client.name(), () -> {
            running(server);
            try (Client opened = open(client)) {
                for (Kind kind : Kind.values()) {
                    assertThat(failure(opened, kind, server)).isEmpty();
                    assertThat(failure(opened, kind, server)).as("again").isEmpty();
                }
            }
        }));
    }

    private String failure(Client client, Kind kind, Server.Kind server) {
        try {
            String wrong = kind.wrong(client.send(kind, running(server).base()), server.dropsTrailers());
            return wrong.isEmpty() ? "" : kind + " " + wrong;
        } catch (Exception e) {
            return kind + " " + e;
        }
    }

    private static Client open(Client.Type client) {
        return Client.open(
                client,
                PatientPool.builder("servers")
                        .sslContext(TestCertificates.trusted().clientContext())
                        .maxPerRoute(20));
    }

    private static Stream<DynamicContainer> everyCell(BiFunction<Server.Kind, Client.Type, DynamicNode> test) {
        return Arrays.stream(Server.Kind.values())
                .map(server -> dynamicContainer(
                        server.title, Arrays.stream(Client.Type.values()).map(client -> test.apply(server, client))));
    }

    private Server running(Server.Kind kind) throws IOException {
        assumeTrue(kind.isInstalled(), kind.program + " is not installed");
        Server started = running.get(kind);
        if (started == null) {
            started = Server.start(kind, directory);
            running.put(kind, started);
        }
        return started;
    }
}
