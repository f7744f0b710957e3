package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link JvmDnsCache#apply} says in a JVM that has, or has not, looked up a name, and what then holds there. */
@Timeout(60)
class JvmDnsCacheIT {

    private static final List<String> OPEN_POLICY = List.of("--add-opens", "java.base/sun.net=ALL-UNNAMED");

    @Test
    void beforeTheFirstLookupTheTimesTakeEffect() throws Exception {
        List<String> printed = run(OPEN_POLICY, "policy");

        assertThat(printed).containsExactly("true", "7 3");
    }

    @Test
    void afterALookupTheTimesHaveNoEffect() throws Exception {
        List<String> printed = run(OPEN_POLICY, "lookup", "policy");

        assertThat(printed).containsExactly("false", "30 10");
    }

    @Test
    void withoutManagementModuleNothingIsKnownToBeTooLate() throws Exception {
        List<String> printed = run(List.of("--limit-modules", "java.base"), "lookup");

        assertThat(printed).containsExactly("true");
    }

    private static List<String> run(List<String> options, String... orders) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), JvmDnsCacheProgram.class.getName()));
        command.addAll(List.of(orders));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var output = process.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String classPath() throws URISyntaxException {
        return location(JvmDnsCache.class) + System.getProperty("path.separator") + location(JvmDnsCacheProgram.class);
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
