package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every client of Weir at servers that others have written; those that are not installed are left out. The mix under load
 * runs by {@code mvn verify -Dexcluded=none -Dit.test=ServersIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServersIT {

    @TempDir
    private Path directory;

    private final Map<ServerKind, Running> running = new EnumMap<>(ServerKind.class);
    private final Map<String, Client> clients = new HashMap<>();

    @AfterAll
    void stopServers() throws IOException {
        for (Client client : clients.values()) {
            client.close();
        }
        running.values().forEach(Running::close);
    }

    @TestFactory
    Stream<DynamicContainer> answerEachKindOfRequest() {
        return everyCell((server, client) -> dynamicContainer(client.title(), kinds(server, client)));
    }

    private Stream<DynamicTest> kinds(ServerKind server, ClientKind client) {
        return Arrays.stream(Kind.values())
                .filter(kind -> !kind.isLarge())
                .map(kind -> dynamicTest(kind.name(), () -> assertAnswered(server, client, kind)));
    }

    private void assertAnswered(ServerKind server, ClientKind client, Kind kind) throws IOException {
        Running started = running(server);
        Client opened = clients.computeIfAbsent(server.name() + client, name -> client.open(started.target()));
        Tally tally = new Tally();

        tally.send(opened, kind, started, server.dropsTrailers());
        tally.send(opened, kind, started, server.dropsTrailers());

        assertThat(tally.failures()).isEmpty();
    }

    @Tag("servers")
    @TestFactory
    Stream<DynamicContainer> answerTheMixUnderLoad() {
        return everyCell((server, client) -> dynamicTest(client.title(), () -> assertMixUnderLoad(server, client)));
    }

    private void assertMixUnderLoad(ServerKind server, ClientKind client) throws Exception {
        Tally tally = new Cell(server, running(server), client).run(Mix.SENT, Mix.CALLERS);

        assertThat(tally.failures()).isEmpty();
        assertThat(tally.succeeded()).isEqualTo(Mix.SENT);
    }

    private static Stream<DynamicContainer> everyCell(CellTest test) {
        return Arrays.stream(ServerKind.values())
                .map(server -> dynamicContainer(
                        server.title(), Arrays.stream(ClientKind.values()).map(client -> test.of(server, client))));
    }

    private Running running(ServerKind kind) throws IOException {
        assumeTrue(kind.isInstalled(), kind.program() + " is not installed");
        Running started = running.get(kind);
        if (started == null) {
            started = kind.start(Site.in(directory.resolve(kind.name()), Site.USUAL_IDLE));
            running.put(kind, started);
        }
        return started;
    }

    @FunctionalInterface
    private interface CellTest {
        DynamicNode of(ServerKind server, ClientKind client);
    }
}
