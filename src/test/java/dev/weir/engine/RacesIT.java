package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs the races of {@code src/jcstress/java}, each for some ten thousand times or more. */
class RacesIT {

    // One JVM for each race, as it is: the time is to go into races, not into JVMs.
    private static final List<String> OPTIONS = List.of(
            "-jvmArgs",
            "-Xmx256m -XX:+UseSerialGC",
            "-f",
            "1",
            "-fsm",
            "0",
            "-iters",
            "1",
            "-time",
            "200",
            "-sc",
            "false",
            "-af",
            "NONE",
            "-r",
            "report");

    @Test
    void noRaceEndsInWhatIsForbidden() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "two threads race on two processors only");
        Path classes = testClasses().resolveSibling("jcstress-classes");
        Path directory = Files.createDirectories(classes.resolveSibling("jcstress"));
        Path output = directory.resolve("output.txt");
        Process races = new ProcessBuilder(command(classes))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        boolean ended = races.waitFor(9, TimeUnit.MINUTES);
        races.destroyForcibly();

        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(races.exitValue()).as(text).isZero();
        assertThat(text).contains("Failed tests: No matches.", "Error tests: No matches.");
    }

    private static Path testClasses() throws URISyntaxException {
        return Path.of(RacesIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static List<String> command(Path classes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(classes + File.pathSeparator + System.getProperty("java.class.path"));
        command.add("org.openjdk.jcstress.Main");
        command.addAll(OPTIONS);
        return command;
    }
}
