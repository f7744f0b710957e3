package dev.weir.build;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The classes of Weir, imported once for all tests that ask about them. */
final class ImportedClasses {

    static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.weir");

    private ImportedClasses() {}
}
