package io.bitfront.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The borders between modules, and which libraries are met where.
class ArchitectureTest {
    private static final String ENGINE = "io.bitfront.engine..";
    private static final String BENCH = "io.bitfront.bench..";
    private static final String CLI = "io.bitfront.cli..";
    private static final String TESTKIT = "io.bitfront.testkit..";
    private static final String[] PREPROCESS = {
        "io.bitfront.cache..",
        "io.bitfront.file..",
        "io.bitfront.generate..",
        "io.bitfront.graph..",
        "io.bitfront.input..",
        "io.bitfront.memory..",
        "io.bitfront.order..",
        "io.bitfront.parallel..",
        "io.bitfront.progress.."
    };
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.bitfront");

    static List<ArchRule> borders() {
        return List.of(
                noClasses()
                        .that()
                        .resideInAnyPackage(PREPROCESS)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(ENGINE, BENCH, CLI, TESTKIT),
                noClasses()
                        .that()
                        .resideInAPackage(ENGINE)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(BENCH, CLI, TESTKIT),
                noClasses()
                        .that()
                        .resideInAPackage(BENCH)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(CLI, TESTKIT),
                noClasses()
                        .that()
                        .resideInAPackage(CLI)
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(TESTKIT),
                noClasses()
                        .that()
                        .resideInAPackage(TESTKIT)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(ENGINE, BENCH, CLI)
                        .orShould()
                        .dependOnClassesThat()
                        .resideInAnyPackage(PREPROCESS),
                noClasses()
                        .that()
                        .resideOutsideOfPackage(CLI)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("picocli..", "me.tongfei.."),
                noClasses()
                        .that()
                        .resideOutsideOfPackage("io.bitfront.engine.device..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("jcuda.."),
                noClasses()
                        .that()
                        .resideOutsideOfPackage("io.bitfront.engine.nvml..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("com.sun.jna.."),
                noClasses()
                        .that()
                        .resideOutsideOfPackage("io.bitfront.cli")
                        .should()
                        .callMethod(System.class, "exit", int.class));
    }

    @ParameterizedTest
    @MethodSource("borders")
    void keepsTheBorder(ArchRule border) {
        border.check(CLASSES);
    }
}
