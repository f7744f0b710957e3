package dev.weir.build;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The list of what the jar depends on, as it is attached to a release. */
class BillOfMaterialsIT {

    private static String bill() throws IOException {
        return Files.readString(
                Path.of(requireNonNull(System.getProperty("packaged.bom"), "packaged.bom is set by the build")));
    }

    @Test
    void listsWhatUsersGet() throws IOException {
        assertThat(bill())
                .contains("\"bomFormat\" : \"CycloneDX\"")
                .contains("pkg:maven/org.apache.httpcomponents.client5/httpclient5@")
                .contains("pkg:maven/org.apache.httpcomponents.core5/httpcore5-h2@")
                .contains("pkg:maven/org.slf4j/slf4j-api@");
    }

    @Test
    void leavesOutTestsAndBenchmarks() throws IOException {
        assertThat(bill()).doesNotContain("junit", "assertj", "jmh", "okhttp", "archunit");
    }

    @Test
    void isTheSameInEachBuild() throws IOException {
        assertThat(bill()).doesNotContain("serialNumber");
    }
}
