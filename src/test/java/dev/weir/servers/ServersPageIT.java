package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The tables of {@code docs/servers.md}. To rewrite them: {@code mvn verify -Dit.test=ServersPageIT -Dservers.write}. */
class ServersPageIT {

    private static final Path PAGE = Path.of("docs/servers.md");
    private static final String BEGIN = "<!-- servers -->\n";

    @TempDir
    private Path directory;

    @Test
    @EnabledIfSystemProperty(named = "servers.write", matches = ".*")
    void pageOfTheServersIsWritten() throws Exception {
        List<String> failures = new ArrayList<>();
        StringBuilder table =
                new StringBuilder("\n| Server | Version | Client | Succeeded of 2,500 |\n|---|---|---|---|\n");
        for (ServerKind server : ServerKind.values()) {
            if (server.isInstalled()) {
                rows(server, table, failures);
                write(table + failed(failures));
            }
        }

        assertThat(Files.readString(PAGE)).contains(ServerKind.TOMCAT.version());
    }

    private void rows(ServerKind server, StringBuilder table, List<String> failures) throws Exception {
        try (Running running = server.start(Site.in(directory.resolve(server.name()), Site.USUAL_IDLE))) {
            for (ClientKind client : ClientKind.values()) {
                Tally tally = new Cell(server, running, client).run(Mix.WHOLE, Mix.CALLERS);
                table.append("| %s | %s | %s | %,d |\n"
                        .formatted(server.title(), server.version(), client.title(), tally.succeeded()));
                if (!tally.failures().isEmpty()) {
                    failures.add("- %s, %s: %s\n".formatted(server.title(), client.title(), tally.failures()));
                }
            }
        }
    }

    private static String failed(List<String> failures) {
        return "\n## What failed\n\n" + (failures.isEmpty() ? "Nothing.\n" : String.join("", failures));
    }

    private static void write(String tables) throws Exception {
        String page = Files.readString(PAGE);
        Files.writeString(PAGE, page.substring(0, page.indexOf(BEGIN)) + BEGIN + tables);
    }
}
