package dev.weir.build;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.ANONYMOUS_CLASSES;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.INTERFACES;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.weir.internal.client.Internals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the packages may know of each other. Each rule also holds while the package it is about does not exist. */
class ArchitectureTest {
    private static final JavaClasses TESTS = new ClassFileImporter()
            .withImportOption(location -> location.contains("/test-classes/"))
            .importPackages("dev.weir");

    private static final int LARGEST_KNOT = 15;

    private static final Set<String> SLEEPS = Set.of("Thread.sleep", "TimeUnit.sleep", "LockSupport.parkNanos");

    @Test
    void packagesFormNoCycle() {
        // A pattern that begins with dev.weir would leave out the classes that lie in dev.weir itself.
        check(slices().matching("(**)").should().beFreeOfCycles());
    }

    @Test
    void packagesOfTestsFormNoCycle() {
        slices().matching("(**)").should().beFreeOfCycles().check(TESTS);
    }

    @Test
    void fewClassesAllReachEachOther() {
        Knots.largestByPackage(SourceFigures.ofWeir())
                .forEach((name, knot) -> assertThat(knot)
                        .as("classes of %s that all reach each other", name)
                        .hasSizeLessThanOrEqualTo(LARGEST_KNOT));
    }

    @Test
    void classesAreFinal() {
        DescribedPredicate<JavaClass> openByNature = INTERFACES
                .or(ANONYMOUS_CLASSES)
                .or(modifier(JavaModifier.ABSTRACT).forSubtype())
                .or(modifier(JavaModifier.SYNTHETIC).forSubtype())
                .or(DescribedPredicate.describe("enums", JavaClass::isEnum))
                .or(DescribedPredicate.describe("extended exceptions", ArchitectureTest::isExtendedException))
                .or(DescribedPredicate.describe("sealed classes", ArchitectureTest::isSealed));

        check(classes().that(not(openByNature)).should().haveModifier(JavaModifier.FINAL));
    }

    @Test
    void publicMembersNeverMentionInternalTypes() {
        check(classes()
                .that(not(resideInAnyPackage("dev.weir.internal..", "dev.weir.engine..")))
                .should(new HideInternalTypes()));
    }

    @Test
    void noWaitDependsOnTheTimeOfDay() {
        // HttpCore's future does: a clock that is set back prolongs its wait.
        check(noClasses().should().callMethod(BasicFuture.class, "get", long.class, TimeUnit.class));
    }

    @Test
    void privateFieldsAreReadInOnePlace() {
        check(noClasses()
                .that(not(belongToAnyOf(Internals.class)))
                .should()
                .callMethodWhere(DescribedPredicate.describe("open private members", ArchitectureTest::isOpening)));
    }

    private static boolean isOpening(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(AccessibleObject.class)
                && call.getName().matches("setAccessible|trySetAccessible");
    }

    @Test
    void methodsAreFoundByNameInOnePlace() {
        check(noClasses()
                .that()
                .haveSimpleNameNotStartingWith("PropertyNames")
                .should()
                .callMethodWhere(DescribedPredicate.describe("find methods by name", ArchitectureTest::isByName)));
    }

    private static boolean isByName(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        return owner.isAssignableTo(Executable.class)
                || owner.isAssignableTo(MethodHandle.class)
                || owner.isAssignableTo(MethodHandles.Lookup.class);
    }

    // FaultClasses names classes of switches; from JDK 21 on, javac makes none for an enum of the same file.
    @Test
    void noClassIsMadeByOldCompilersAlone() {
        check(noClasses()
                .that(not(resideInAnyPackage("dev.weir.micrometer..", "dev.weir.spring..")))
                .should(be(DescribedPredicate.describe(
                        "of a switch over an enum of their own file", ArchitectureTest::isOfOwnEnum))));
    }

    private static boolean isOfOwnEnum(JavaClass type) {
        String outermost = type.getName().replaceFirst("\\$.*", "").replace('.', '$');
        return type.getFields().stream()
                .anyMatch(field -> (field.getName() + "$").startsWith("$SwitchMap$" + outermost + "$"));
    }

    @Test
    void unitTestsLetNoTimePass() {
        noClasses()
                .that()
                .haveNameMatching(".*Test(\\$.*)?")
                .should()
                .callMethodWhere(DescribedPredicate.describe("sleep", ArchitectureTest::isSleeping))
                .check(TESTS);
    }

    // Itself, or one call further: in a method that several tests share.
    private static boolean isSleeping(JavaMethodCall call) {
        return isSleep(call)
                || call.getTarget()
                        .resolveMember()
                        .filter(shared ->
                                shared.getMethodCallsFromSelf().stream().anyMatch(ArchitectureTest::isSleep))
                        .isPresent();
    }

    private static boolean isSleep(JavaMethodCall call) {
        return SLEEPS.contains(call.getTargetOwner().getSimpleName() + "." + call.getName());
    }

    @Nested
    class Layers {
        @Test
        void configurationKnowsTheJdkAndTheConfigurationsOfHttpCore() {
            check(classes()
                    .that()
                    .resideInAPackage("dev.weir.config..")
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(
                                    "dev.weir.config..",
                                    "java..",
                                    "javax.net.ssl..",
                                    "javax.management..",
                                    "org.jspecify.annotations..")
                            .or(belongToAnyOf(
                                    Http1Config.class,
                                    H2Config.class,
                                    CharCodingConfig.class,
                                    IOReactorConfig.class,
                                    TimeValue.class))));
        }

        @Test
        void eventsKnowTheJdkAlone() {
            check(onlyKnows("dev.weir.event"));
        }

        @Test
        void engineKnowsNeitherHttpClientNorSpringNorMicrometer() {
            check(noClasses()
                    .that()
                    .resideInAPackage("dev.weir.engine..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.hc.client5..", "org.springframework..", "io.micrometer.."));
        }

        @Test
        void micrometerStaysAtTheEdge() {
            check(noClasses()
                    .that(not(resideInAnyPackage("dev.weir.micrometer..", "dev.weir.spring..")))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.micrometer.."));
        }

        @Test
        void springStaysAtTheEdge() {
            check(noClasses()
                    .that(not(resideInAnyPackage("dev.weir.spring..")))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.springframework.."));
        }

        private static ArchRule onlyKnows(String layer, String... libraries) {
            String[] known = Stream.concat(
                            Stream.of(layer + "..", "java..", "org.jspecify.annotations.."),
                            Arrays.stream(libraries).map(library -> library + ".."))
                    .toArray(String[]::new);
            return classes()
                    .that()
                    .resideInAPackage(layer + "..")
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(known));
        }
    }

    private static boolean isSealed(JavaClass type) {
        return !type.getModifiers().contains(JavaModifier.FINAL)
                && type.reflect().isSealed();
    }

    private static boolean isExtendedException(JavaClass type) {
        return type.isAssignableTo(Throwable.class) && !type.getSubclasses().isEmpty();
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(ImportedClasses.WEIR);
    }
}
