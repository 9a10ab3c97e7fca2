package io.bitfront.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The borders between modules, and which libraries are met where. Of this module, because it sees all others but that
/// for JGraphT.
class ArchitectureTest {
    private static final String ENGINE = "io.bitfront.engine..";
    private static final String BENCH = "io.bitfront.bench..";
    private static final String CLI = "io.bitfront.cli..";
    private static final String SPARK = "io.bitfront.spark..";
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
        "io.bitfront.parquet..",
        "io.bitfront.progress..",
        "io.bitfront.random.."
    };
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(outside(ArchitectureTest.class))
            .importPackages("io.bitfront");

    /// Everything but what was compiled together with a test.
    private static ImportOption outside(Class<?> test) {
        String tests = test.getProtectionDomain().getCodeSource().getLocation().getPath();
        return location -> !location.contains(tests);
    }

    /// Packages, and those that they know nothing of.
    static List<Arguments> modules() {
        return List.of(
                Arguments.of(PREPROCESS, new String[] {ENGINE, BENCH, CLI, SPARK, TESTKIT}),
                Arguments.of(new String[] {ENGINE}, new String[] {BENCH, CLI, SPARK, TESTKIT}),
                Arguments.of(new String[] {BENCH}, new String[] {CLI, SPARK, TESTKIT}),
                Arguments.of(new String[] {CLI}, new String[] {SPARK, TESTKIT}),
                Arguments.of(new String[] {SPARK}, new String[] {TESTKIT}),
                Arguments.of(new String[] {BENCH, CLI, SPARK}, new String[] {
                    "io.bitfront.engine.cpu..", "io.bitfront.engine.gpu..", "io.bitfront.engine.device.."
                }),
                Arguments.of(new String[] {TESTKIT}, new String[] {ENGINE, BENCH, CLI, SPARK}),
                Arguments.of(new String[] {TESTKIT}, PREPROCESS));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void knowsNothingOfTheModulesAboveIt(String[] packages, String... above) {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(above);
        rule.check(CLASSES);
    }

    @Test
    void hasNoCycleOfPackages() {
        slices().matching("io.bitfront.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /// What a backend implements knows nothing of jobs, and backends nothing of each other.
    @Test
    void keepsBackendsApartFromJobsAndFromEachOther() {
        String[] floors = {
            "io.bitfront.engine.core..",
            "io.bitfront.engine.closeness..",
            "io.bitfront.engine.profile..",
            "io.bitfront.engine.answer.."
        };
        String cpu = "io.bitfront.engine.cpu..";
        String[] gpu = {"io.bitfront.engine.gpu..", "io.bitfront.engine.device..", "io.bitfront.engine.nvml.."};
        String[] face = {"io.bitfront.engine", "io.bitfront.engine.lab", "io.bitfront.engine.spi"};
        knowsNothingOfTheModulesAboveIt(new String[] {cpu}, floors);
        knowsNothingOfTheModulesAboveIt(gpu, floors);
        knowsNothingOfTheModulesAboveIt(new String[] {cpu}, gpu);
        knowsNothingOfTheModulesAboveIt(gpu, cpu);
        knowsNothingOfTheModulesAboveIt(face, floors);
        knowsNothingOfTheModulesAboveIt(face, cpu);
        knowsNothingOfTheModulesAboveIt(face, gpu);
        knowsNothingOfTheModulesAboveIt(new String[] {"io.bitfront.engine"}, face[1], face[2]);
        knowsNothingOfTheModulesAboveIt(new String[] {"io.bitfront.engine.lab"}, face[2]);
    }

    /// A library user reads these names and no others: one more is a decision.
    @Test
    void showsLibraryUsersFifteenTypes() {
        assertThat(CLASSES.stream()
                        .filter(type -> type.getPackageName().equals("io.bitfront.engine")
                                && type.isTopLevelClass()
                                && !type.getSimpleName().equals("package-info"))
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder(
                        "Engine",
                        "EngineTeam",
                        "Device",
                        "DeviceException",
                        "BfsRequest",
                        "BfsResult",
                        "LevelTable",
                        "Direction",
                        "ClosenessJob",
                        "ClosenessMeasure",
                        "ClosenessResult",
                        "BatchMode",
                        "Diameter",
                        "ShortestPath",
                        "JobStoppedException");
    }

    static List<ArchRule> libraries() {
        return List.of(
                noClasses()
                        .that()
                        .resideOutsideOfPackage(CLI)
                        .and()
                        .doNotHaveSimpleName("SparkCommand")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("picocli.."),
                onlyIn(CLI, "me.tongfei.."),
                onlyIn("io.bitfront.engine.device..", "jcuda.."),
                onlyIn("io.bitfront.engine.nvml..", "com.sun.jna.."),
                onlyIn(SPARK, "org.apache.spark..", "org.apache.hadoop..", "scala.."),
                noClasses()
                        .that()
                        .resideOutsideOfPackage("io.bitfront.cli")
                        .should()
                        .callMethod(System.class, "exit", int.class));
    }

    private static ArchRule onlyIn(String home, String... library) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void meetsALibraryInItsPlaceAlone(ArchRule rule) {
        rule.check(CLASSES);
    }
}
