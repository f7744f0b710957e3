package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The table of disturbances in {@code docs/servers.md}: {@code mvn verify -Dit.test=RestartsPageIT -Dservers.write}. */
class RestartsPageIT {

    private static final Path PAGE = Path.of("docs/servers.md");
    private static final String BEGIN = "<!-- restarts -->\n";
    private static final String END = "<!-- servers -->\n";
    private static final int TIMES = 2;

    @TempDir
    private Path directory;

    @Test
    @EnabledIfSystemProperty(named = "servers.write", matches = ".*")
    void pageOfTheRestartsIsWritten() throws Exception {
        StringBuilder table = new StringBuilder("\n| Server | What happens |");
        for (ClientKind client : ClientKind.values()) {
            table.append(' ').append(client.title()).append(" |");
        }
        table.append('\n').append("|---".repeat(2 + ClientKind.values().length)).append("|\n");
        for (ServerKind server : ServerKind.values()) {
            if (server.isInstalled()) {
                rows(server, table);
            }
        }
        write(table.append('\n').toString());

        assertThat(Files.readString(PAGE)).contains(Disturbance.RESET.title());
    }

    private void rows(ServerKind server, StringBuilder table) throws Exception {
        for (Disturbance disturbance : Disturbance.values()) {
            if (disturbance.concerns(server)) {
                Restarts.Outcome outcome = Restarts.play(
                        server,
                        disturbance,
                        List.of(ClientKind.values()),
                        TIMES,
                        directory.resolve(server + "-" + disturbance));
                String cells = Arrays.stream(ClientKind.values())
                        .map(client -> outcome.cell(client))
                        .collect(Collectors.joining(" | "));
                table.append("| %s | %s | %s |\n".formatted(server.title(), disturbance.title(), cells));
            }
        }
    }

    private static void write(String table) throws Exception {
        String page = Files.readString(PAGE);
        Files.writeString(
                PAGE, page.substring(0, page.indexOf(BEGIN)) + BEGIN + table + page.substring(page.indexOf(END)));
    }
}
