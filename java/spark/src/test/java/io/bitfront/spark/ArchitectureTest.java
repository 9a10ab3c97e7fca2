package io.bitfront.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Spark is met in this module alone, and this module meets no GPU and parses no options of its own but in one place.
class ArchitectureTest {
    private static final String SPARK = "io.bitfront.spark..";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.bitfront");

    static List<ArchRule> borders() {
        return List.of(
                noClasses()
                        .that()
                        .resideOutsideOfPackage(SPARK)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(SPARK, "org.apache.spark..", "org.apache.hadoop..", "scala.."),
                noClasses()
                        .that()
                        .resideInAPackage(SPARK)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "io.bitfront.testkit..",
                                "io.bitfront.engine.cpu..",
                                "io.bitfront.engine.gpu..",
                                "io.bitfront.engine.device..",
                                "jcuda..",
                                "com.sun.jna..",
                                "me.tongfei.."),
                noClasses()
                        .that()
                        .resideInAPackage(SPARK)
                        .and()
                        .doNotHaveSimpleName("SparkCommand")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("picocli.."),
                noClasses().that().resideInAPackage(SPARK).should().callMethod(System.class, "exit", int.class));
    }

    @ParameterizedTest
    @MethodSource("borders")
    void keepsTheBorder(ArchRule border) {
        border.check(CLASSES);
    }
}
