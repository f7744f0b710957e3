package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the table in docs/metrics.md with the declarations; the failure shows the table as it should be. */
class MeterTableTest {

    private static String row(PoolMeter meter) {
        return "| `" + meter.meter + "` | " + meter.kind.name().toLowerCase(Locale.ROOT) + " | " + meter.unit + " | "
                + meter.tags.stream()
                        .map(tag -> "`" + tag + "`")
                        .collect(Collectors.joining(", ", "", meter.tags.isEmpty() ? "" : " "))
                + "| " + meter.description + " |";
    }

    @Test
    void listsEveryMeter() throws IOException {
        String table =
                Arrays.stream(PoolMeter.values()).map(MeterTableTest::row).collect(Collectors.joining("\n"));

        assertThat(Files.readString(Path.of("docs/metrics.md"))).contains("\n" + table + "\n");
    }
}
