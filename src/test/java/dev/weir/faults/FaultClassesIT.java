package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A class whose static initializer fails, as for lack of memory, cannot be used again in its JVM. So none is left to be
 * initialized for the first time in the middle of a fault.
 */
class FaultClassesIT {

    private static final Pattern INITIALIZING = Pattern.compile("Initializing '([^']+)'");

    @Test
    void initializesEachClassByTheFirstCall(@TempDir Path directory) throws Exception {
        try (FaultServer server = new FaultServer()) {
            List<String> printed =
                    new FaultJvm(directory).run(List.of("-Xlog:class+init=info"), OneCallProgram.class, server.port());

            Set<String> initialized =
                    printed.stream().flatMap(FaultClassesIT::initialized).collect(Collectors.toSet());
            assertThat(initialized).contains("dev.weir.internal.pool.ConnectionPool");
            assertThat(withInitializer().stream().filter(name -> !initialized.contains(name)))
                    .as("initialized after the first call only; to be added to FaultClasses")
                    .isEmpty();
        }
    }

    private static Stream<String> initialized(String line) {
        Matcher matcher = INITIALIZING.matcher(line);
        return matcher.find() ? Stream.of(matcher.group(1).replace('/', '.')) : Stream.empty();
    }

    private static List<String> withInitializer() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.weir").stream()
                        .filter(FaultClassesIT::isOfEveryProgram)
                        .filter(type -> type.getStaticInitializer().isPresent())
                        .map(JavaClass::getName)
                        .sorted()
                        .toList();
    }

    private static boolean isOfEveryProgram(JavaClass type) {
        return !type.getPackageName().startsWith("dev.weir.micrometer")
                && !type.getPackageName().startsWith("dev.weir.spring");
    }
}
