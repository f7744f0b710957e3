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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the races of {@code src/jcstress/java}, each for some ten thousand times or more. Those on fields that are read
 * without a lock run interpreted and with the first compiler alone, too: the second one makes one read of two, and so hides
 * what is wrong.
 */
@Tag("races")
class RacesIT {

    private static final String ALL = ".*";
    private static final String UNLOCKED =
            "OpeningAndClosing|FailureAndAbandoning|AtAClosedGate" + "|LeavingSegmentAndJoining|InFlightAndRelease";

    // One JVM for each race, as it is: the time is to go into races, not into JVMs.
    private static final List<String> OPTIONS = List.of(
            "-f", "1", "-fsm", "0", "-iters", "1", "-time", "200", "-sc", "false", "-af", "NONE", "-r", "report");

    @ParameterizedTest
    @CsvSource({ALL + ", -XX:+TieredCompilation", UNLOCKED + ", -Xint", UNLOCKED + ", -XX:TieredStopAtLevel=1"})
    void noRaceEndsInWhatIsForbidden(String races, String mode) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "two threads race on two processors only");
        Path classes = testClasses().resolveSibling("jcstress-classes");
        Path directory = Files.createDirectories(classes.resolveSibling("jcstress"));
        Path output = directory.resolve("output.txt");
        Process harness = new ProcessBuilder(command(classes, races, mode))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        boolean ended = harness.waitFor(15, TimeUnit.MINUTES);
        harness.destroyForcibly();

        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(harness.exitValue()).as(text).isZero();
        assertThat(text).contains("Failed tests: No matches.", "Error tests: No matches.");
    }

    private static Path testClasses() throws URISyntaxException {
        return Path.of(RacesIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static List<String> command(Path classes, String races, String mode) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(classes + File.pathSeparator + System.getProperty("java.class.path"));
        command.add("org.openjdk.jcstress.Main");
        command.addAll(List.of("-t", races, "-jvmArgs", "-Xmx256m -XX:+UseSerialGC " + mode));
        command.addAll(OPTIONS);
        return command;
    }
}
