package io.bitfront.engine.gpu.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.gpu.abi.Layout.Field;
import io.bitfront.engine.gpu.abi.Layout.Shape;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.graph.Bvss;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Java's structs against `native/abi.layout`, which the native build compares with the compiled headers.
final class StructsTest {
    private static final Path SOURCES =
            Path.of(System.getProperty("bitfront.root"), "java/engine/src/main/java/io/bitfront/engine/gpu/abi");
    private static final Layout LAYOUT = Layout.committed();
    private static final Pattern ENUM_NUMBER = Pattern.compile("(\\w+)\\((\\d+)\\)[,;]");
    private static final Pattern CONSTANT = Pattern.compile("static final int (\\w+) = (-?\\d+);");

    /// A setter that is called with all bits set changes the bytes of its field, and no other.
    @TestFactory
    Stream<DynamicTest> everySetterWritesItsFieldAlone() {
        return LAYOUT.told().stream()
                .map(name -> LAYOUT.structs().get(name))
                .flatMap(struct -> struct.fields().stream()
                        .filter(field -> !field.isFiller())
                        .map(field -> DynamicTest.dynamicTest(
                                struct.name() + "." + field.name(), () -> expectField(struct, field))));
    }

    private static void expectField(Shape struct, Field field) throws ReflectiveOperationException {
        for (int index = 0; index < field.elements(); index++) {
            int from = field.offset() + index * field.bytes();
            assertThat(written(struct, field, index))
                    .as("bytes that %s.%s(%d) writes, whose offset in native/abi.layout is %d"
                            .formatted(struct.name(), field.javaName(), index, from))
                    .isEqualTo(range(from, from + field.bytes()));
        }
        if (field.elements() > 1) {
            assertThatThrownBy(() -> written(struct, field, field.elements()))
                    .as("%s.%s has %d elements", struct.name(), field.javaName(), field.elements())
                    .hasRootCauseInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    private static BitSet range(int from, int end) {
        BitSet range = new BitSet();
        range.set(from, end);
        return range;
    }

    private static BitSet written(Shape struct, Field field, int index) throws ReflectiveOperationException {
        try (Arena arena = Arena.ofConfined()) {
            Struct object = make(struct.name(), arena);
            assertThat(object.memory().byteSize())
                    .as("bytes of " + struct.name())
                    .isEqualTo(struct.bytes());
            set(object, field, index);
            byte[] bytes = object.memory().toArray(ValueLayout.JAVA_BYTE);
            BitSet written = new BitSet();
            for (int i = 0; i < bytes.length; i++) {
                written.set(i, bytes[i] != 0);
            }
            return written;
        }
    }

    private static Struct make(String name, Arena arena) throws ReflectiveOperationException {
        Constructor<?> constructor =
                Class.forName(StructsTest.class.getPackageName() + "." + name).getDeclaredConstructors()[0];
        boolean whole = constructor.getParameterTypes()[0] == Arena.class;
        return (Struct) constructor.newInstance(
                whole ? arena : arena.allocate(LAYOUT.structs().get(name).bytes(), 16));
    }

    /// Sets all bits of a field or, where it is a struct, of its memory.
    private static void set(Struct object, Field field, int index) throws ReflectiveOperationException {
        if (LAYOUT.isStruct(field.type())) {
            MemorySegment part =
                    ((Struct) object.getClass().getMethod(field.javaName()).invoke(object)).memory();
            part.fill((byte) -1);
            return;
        }
        Method setter = Arrays.stream(object.getClass().getMethods())
                .filter(method -> method.getName().equals(field.javaName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no setter for " + field));
        Object bits = switch (field.type()) {
            case "u32", "i32" -> -1;
            case "f32" -> -Float.MAX_VALUE;
            default -> -1L;
        };
        if (field.elements() == 1) {
            setter.invoke(object, bits);
        } else {
            setter.invoke(object, index, bits);
        }
    }

    /// As compiled: sizes, offsets of what kernels write, numbers that both sides know.
    @TestFactory
    Stream<DynamicTest> everyConstantIsThatOfTheLayout() {
        return StructWriter.sources(LAYOUT).entrySet().stream()
                .flatMap(source -> CONSTANT.matcher(source.getValue())
                        .results()
                        .map(found -> DynamicTest.dynamicTest(
                                source.getKey() + " " + found.group(1),
                                () -> expectConstant(
                                        source.getKey().replace(".java", ""),
                                        found.group(1),
                                        Integer.parseInt(found.group(2))))));
    }

    @TestFactory
    Stream<DynamicTest> everyNumberOfAnEnumIsThatOfTheLayout() {
        return LAYOUT.enums().keySet().stream()
                .flatMap(type -> ENUM_NUMBER
                        .matcher(StructWriter.sources(LAYOUT).get(type + ".java"))
                        .results()
                        .map(found -> DynamicTest.dynamicTest(
                                type + " " + found.group(1),
                                () -> expectNumber(type, found.group(1), Integer.parseInt(found.group(2))))));
    }

    private static void expectNumber(String type, String name, int number) throws ReflectiveOperationException {
        Class<?> numbers = Class.forName(StructsTest.class.getPackageName() + "." + type);
        Object one = numbers.getField(name).get(null);
        assertThat(numbers.getMethod("number").invoke(one)).isEqualTo(number);
    }

    private static void expectConstant(String type, String name, int value) throws ReflectiveOperationException {
        assertThat(Class.forName(StructsTest.class.getPackageName() + "." + type)
                        .getDeclaredField(name)
                        .getInt(null))
                .isEqualTo(value);
    }

    /// So no constant and no offset of what a kernel writes is another, and nothing is left of a field that is gone.
    @TestFactory
    Stream<DynamicTest> everyClassIsMadeFromTheLayout() {
        return StructWriter.sources(LAYOUT).entrySet().stream()
                .map(source -> DynamicTest.dynamicTest(
                        source.getKey(),
                        () -> assertThat(canonical(Files.readString(SOURCES.resolve(source.getKey()))))
                                .isEqualTo(canonical(source.getValue()))));
    }

    @TestFactory
    Stream<DynamicTest> everyEnumeratorHasItsNumber() {
        return LAYOUT.enums().entrySet().stream()
                .map(type -> DynamicTest.dynamicTest(type.getKey(), () -> {
                    Class<?> made = Class.forName(StructsTest.class.getPackageName() + "." + type.getKey());
                    List<Integer> numbers = new ArrayList<>();
                    for (Object one : made.getEnumConstants()) {
                        numbers.add((Integer) made.getMethod("number").invoke(one));
                    }
                    assertThat(numbers)
                            .containsExactlyElementsOf(type.getValue().values());
                }));
    }

    @Test
    void everyConstantHasItsValue() throws IllegalAccessException {
        List<Double> values = new ArrayList<>();
        for (java.lang.reflect.Field constant : Constants.class.getFields()) {
            values.add(((Number) constant.get(null)).doubleValue());
        }
        assertThat(values)
                .containsExactlyElementsOf(LAYOUT.constants().values().stream()
                        .map(constant -> Double.parseDouble(constant.value()))
                        .toList());
    }

    @Test
    void noClassIsLeftOfAStructThatIsGone() throws IOException {
        Set<String> expected = new TreeSet<>(StructWriter.sources(LAYOUT).keySet());
        expected.addAll(List.of("Struct.java", "Arguments.java", "package-info.java"));
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /// Without what a formatter changes.
    private static String canonical(String source) {
        return source.replaceAll("\\s+///", "").replaceAll("\\s+", "");
    }

    @Test
    void offsetsOfWhatKernelsWriteAreThoseOfTheLayout() throws ReflectiveOperationException {
        assertThat(LAYOUT.read()).contains("BfsControl", "MultiControl", "TraceRecord", "MultiTraceRecord");
        assertThat(BfsControl.STEPS).isEqualTo(LAYOUT.offset("BfsControl", "steps"));
        assertThat(MultiControl.LEVELS).isEqualTo(LAYOUT.offset("MultiControl", "levels"));
        assertThat(TraceRecord.NANOSECONDS).isEqualTo(LAYOUT.offset("TraceRecord", "nanoseconds"));
        assertThat(MultiTraceRecord.TERMS).isEqualTo(LAYOUT.offset("MultiTraceRecord", "terms"));
        assertThat(VerifyDefects.VERTEX).isEqualTo(LAYOUT.offset("VerifyDefects", "vertex"));
    }

    /// Modes and rules go to kernels and come back as numbers, which are found by these names.
    @Test
    void modesAndRulesAreThoseOfKernels() {
        assertThat(names(LevelMode.values())).isEqualTo(names(io.bitfront.engine.gpu.abi.LevelMode.values()));
        assertThat(names(SwitchRule.values())).isEqualTo(names(io.bitfront.engine.gpu.abi.SwitchRule.values()));
    }

    @Test
    void slicesAreAsLargeAsKernelsExpect() {
        assertThat(List.of(Constants.SIGMA, Constants.LANES, Constants.TAU))
                .containsExactly(Bvss.SIGMA, Bvss.LANES, Bvss.TAU);
    }

    private static Set<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().replace("_", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Setters have names: nobody can write at an offset.
    @Test
    void onlyThisPackageKnowsOffsets() {
        assertThat(Stream.of(Struct.class, Arguments.class)
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName))
                .containsExactly("parameters");
    }
}
