package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/spring-defaults.md says restores a default of Boot's is taken by an application, each row on its own. */
class RestoredDefaultsIT {

    private static final Pattern PROPERTY = Pattern.compile("`((?:weir|spring)\\.[\\w.-]+=[\\w,]+)`");

    static Stream<List<String>> rows() throws IOException {
        List<String> page = Files.readAllLines(Path.of("docs/spring-defaults.md"));
        return page.stream()
                .map(row -> row.substring(row.lastIndexOf("| ", Math.max(0, row.length() - 2)) + 1))
                .map(cell ->
                        PROPERTY.matcher(cell).results().map(MatchResult::group).toList())
                .map(found -> found.stream().map(text -> text.replace("`", "")).toList())
                // Reactor Netty is not on the class path here.
                .filter(found -> !found.isEmpty() && !found.toString().contains("=reactor"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void areTakenByAnApplication(List<String> properties) {
        try (LoopbackServer server =
                LoopbackServer.http().handler(Handler.ok("hello")).start()) {
            BootApp.run(
                    context -> assertThat(BootApp.restClient(context)
                                    .get()
                                    .uri(server.uri("/"))
                                    .retrieve()
                                    .body(String.class))
                            .isEqualTo("hello"),
                    properties.toArray(String[]::new));
        }
    }
}
