package dev.weir.build;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import org.junit.jupiter.api.Test;

/** What programs see can grow without breaking them. */
class PublicTypesTest {

    private static final JavaClasses READ =
            new ClassFileImporter().importPackages("dev.weir.event", "dev.weir.diagnosis", "dev.weir.failure");

    @Test
    void areNoRecordsWhereProgramsOnlyRead() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.weir.event", "dev.weir.diagnosis", "dev.weir.failure")
                .should()
                .beRecords()
                .check(READ);
    }

    @Test
    void areNotConstructedWhereProgramsOnlyRead() {
        classes()
                .that(resideInAnyPackage("dev.weir.event", "dev.weir.diagnosis"))
                .should()
                .beInterfaces()
                .orShould()
                .beEnums()
                .orShould()
                .haveSimpleName("package-info")
                .check(READ);
    }

    @Test
    void ofFailuresAreExceptionsOrRead() {
        classes()
                .that(resideInAnyPackage("dev.weir.failure"))
                .should()
                .beInterfaces()
                .orShould()
                .beEnums()
                .orShould()
                .beAssignableTo(Throwable.class)
                .orShould()
                .haveSimpleName("package-info")
                .check(READ);
    }

    @Test
    void ofPoolsAreTwo() {
        assertThat(ManagedPool.class.isSealed()).isTrue();
        assertThat(ManagedPool.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(HttpPool.class, AsyncHttpPool.class);
    }
}
