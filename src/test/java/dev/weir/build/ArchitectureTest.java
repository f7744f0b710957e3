package dev.weir.build;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the packages may know of each other. */
class ArchitectureTest {
    private static final JavaClasses WEIR = imported();
    private static final String[] EDGES = {"dev.weir.micrometer..", "dev.weir.spring.."};
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\b|\\.(wait|notify|notifyAll)\\(\\)");

    // The rules ask for names alone, and the libraries have many classes to read.
    private static JavaClasses imported() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/"))
                .importPackages("dev.weir");
    }

    @Test
    void packagesFormNoCycle() {
        // A pattern that begins with dev.weir would leave out the classes that lie in dev.weir itself.
        check(slices().matching("(**)").should().beFreeOfCycles());
    }

    @Test
    void configurationKnowsTheJdkAndTheConfigurationsOfHttpCore() {
        check(classes()
                .that()
                .resideInAPackage("dev.weir.config..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "dev.weir.config..",
                                "dev.weir.internal.log..",
                                "java..",
                                "javax.net.ssl..",
                                "javax.management..",
                                "org.jspecify.annotations..",
                                "org.apache.hc.core5.util..")
                        .or(nameMatching("org\\.apache\\.hc\\.core5\\..*Config(\\$Builder)?"))));
    }

    @Test
    void eventsAndTextsKnowTheJdkAlone() {
        for (String known : List.of("dev.weir.event..", "dev.weir.internal.log..")) {
            check(classes()
                    .that()
                    .resideInAPackage(known)
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(known, "java..", "org.jspecify.annotations..")));
        }
    }

    @Test
    void logsHaveTheNamesOfTheDocumentationRatherThanOfClasses() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.weir.spring..")
                .should()
                .callMethod(LoggerFactory.class, "getLogger", Class.class));
    }

    @Test
    void engineKnowsNoHttpClient() {
        check(noClasses()
                .that()
                .resideInAPackage("dev.weir.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hc.client5.."));
    }

    @Test
    void micrometerAndSpringStayAtTheEdge() {
        check(noClasses()
                .that(not(resideInAnyPackage(EDGES)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "org.springframework.."));
        check(noClasses()
                .that()
                .resideInAPackage("dev.weir.micrometer..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework.."));
    }

    @Test
    void privateMembersAreReadInOnePlace() {
        check(noClasses()
                .that(not(simpleName("Internals")))
                .should()
                .callMethodWhere(DescribedPredicate.describe("open private members", ArchitectureTest::isOpening)));
    }

    /** A clock that is set changes no wait and no deadline. HttpCore, sessions of TLS and Retry-After tell the time of day. */
    @Test
    void timesAreCountedByTheMonotonicClock() {
        check(noClasses()
                .that(not(simpleName("SegmentedPool")
                        .or(simpleName("ResendStrategy"))
                        .or(simpleName("DialTimeline"))))
                .should()
                .callMethodWhere(DescribedPredicate.describe("the time of day", ArchitectureTest::isTimeOfDay)));
    }

    private static boolean isTimeOfDay(JavaMethodCall call) {
        return call.getName().equals("currentTimeMillis")
                || (call.getTargetOwner().getPackageName().equals("java.time")
                        && call.getName().equals("now"));
    }

    private static boolean isOpening(JavaMethodCall call) {
        return call.getTargetOwner().getPackageName().equals("java.lang.reflect")
                && call.getName().matches("setAccessible|trySetAccessible");
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(WEIR);
    }

    /** On JDK 21 to 23 a virtual thread that waits inside a monitor holds on to its carrier thread. */
    @Test
    void noLockIsAMonitor() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(sources).hasSizeGreaterThan(50).noneMatch(ArchitectureTest::usesAMonitor);
        }
    }

    private static boolean usesAMonitor(Path source) {
        try {
            return MONITOR.matcher(COMMENT.matcher(Files.readString(source)).replaceAll(""))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
