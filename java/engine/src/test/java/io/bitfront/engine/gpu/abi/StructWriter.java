package io.bitfront.engine.gpu.abi;

import io.bitfront.engine.gpu.abi.Layout.Field;
import io.bitfront.engine.gpu.abi.Layout.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes the classes of `io.bitfront.engine.gpu.abi` that stand for structs: a setter per field where the host tells a
/// kernel, an offset per field where it reads what a kernel has written; an enum per enum; and `Constants`. `make
/// layout` runs it.
final class StructWriter {
    private static final List<String> IMPORTED =
            List.of("java.lang.foreign.Arena", "java.lang.foreign.MemorySegment", "java.util.Objects");

    private final Layout layout;
    private final StringBuilder text = new StringBuilder();

    private StructWriter(Layout layout) {
        this.layout = layout;
    }

    /// @param arguments the layout and the folder of the classes
    public static void main(String[] arguments) throws IOException {
        for (Map.Entry<String, String> file :
                sources(Layout.read(Path.of(arguments[0]))).entrySet()) {
            Files.writeString(Path.of(arguments[1], file.getKey()), file.getValue());
        }
    }

    /// The sources by file name, but for line breaks.
    static Map<String, String> sources(Layout layout) {
        Map<String, String> sources = new TreeMap<>();
        sources.put("Constants.java", new StructWriter(layout).constants());
        layout.enums()
                .forEach((name, numbers) ->
                        sources.put(name + ".java", new StructWriter(layout).numbers(name, numbers)));
        Set<String> told = layout.told();
        told.forEach(name -> sources.put(
                name + ".java", new StructWriter(layout).told(layout.structs().get(name))));
        layout.read()
                .forEach(name -> sources.put(
                        name + ".java",
                        new StructWriter(layout).read(layout.structs().get(name))));
        return sources;
    }

    private String constants() {
        line("public final class Constants {");
        layout.constants().forEach((name, constant) -> {
            boolean whole = !constant.type().equals("f32");
            line("public static final %s %s = %s;"
                    .formatted(whole ? "int" : "float", upper(name.substring(1)), constant.value()));
        });
        line("private Constants() {}");
        line("}");
        return source("Constants of `native/include/bitfront`");
    }

    private String numbers(String name, Map<String, Integer> numbers) {
        line("public enum %s {".formatted(name));
        line(numbers.entrySet().stream()
                .map(number -> "%s(%d)".formatted(upper(number.getKey()), number.getValue()))
                .collect(Collectors.joining(", ", "", ";")));
        line("private final int number;");
        line("%s(int number) { this.number = number; }".formatted(name));
        line("public int number() { return number; }");
        line("}");
        return source("`%s` of `native/include/bitfront`".formatted(name));
    }

    /// A struct that the host fills in.
    private String told(Shape struct) {
        boolean whole = struct.name().endsWith("Arguments");
        line("public final class %s extends %s {".formatted(struct.name(), whole ? "Arguments" : "Struct"));
        line("static final int BYTES = %d;".formatted(struct.bytes()));
        for (Field field : struct.fields()) {
            if (layout.isStruct(field.type())) {
                line("private final %s %s = new %1$s(part(%d, %1$s.BYTES));"
                        .formatted(field.type(), field.javaName(), field.offset()));
            }
        }
        line(
                whole
                        ? "public %s(Arena arena) { super(arena, BYTES); }".formatted(struct.name())
                        : "%s(MemorySegment memory) { super(memory); }".formatted(struct.name()));
        struct.fields().stream().filter(field -> !field.isFiller()).forEach(this::told);
        line("}");
        return source("`%s` of `native/include/bitfront/%s`".formatted(struct.name(), struct.header()));
    }

    private void told(Field field) {
        String name = field.javaName();
        if (layout.isStruct(field.type())) {
            line("public %s %s() { return %2$s; }".formatted(field.type(), name));
            return;
        }
        String type = javaType(field);
        if (field.elements() == 1) {
            line("public void %s(%s value) { set(%d, value); }".formatted(name, type, field.offset()));
        } else {
            line("public void %s(int index, %s value) { set(%d + %d * Objects.checkIndex(index, %d), value); }"
                    .formatted(name, type, field.offset(), field.bytes(), field.elements()));
        }
    }

    /// A struct that a kernel fills in.
    private String read(Shape struct) {
        line("public final class %s {".formatted(struct.name()));
        line("public static final int BYTES = %d;".formatted(struct.bytes()));
        offsets(struct, "", 0);
        line("private %s() {}".formatted(struct.name()));
        line("}");
        return source("Offsets in `%s` of `native/include/bitfront/%s`".formatted(struct.name(), struct.header()));
    }

    /// Offsets of fields, and of those of a part that a struct has once, from the struct's beginning.
    private void offsets(Shape struct, String prefix, int base) {
        for (Field field : struct.fields()) {
            if (field.isFiller()) {
                continue;
            }
            String name = prefix + upper(field.javaName());
            line("public static final int %s = %d;".formatted(name, base + field.offset()));
            if (layout.isStruct(field.type()) && field.elements() == 1) {
                offsets(layout.structs().get(field.type()), name + "_", base + field.offset());
            }
        }
    }

    /// What was written, below the imports it needs.
    private String source(String what) {
        StringBuilder source = new StringBuilder("package io.bitfront.engine.gpu.abi;\n\n");
        for (String type : IMPORTED) {
            if (text.indexOf(type.substring(type.lastIndexOf('.') + 1)) >= 0) {
                source.append("import ").append(type).append(";\n");
            }
        }
        return source.append("\n/// %s, made from `native/abi.layout` by `make layout`.\n".formatted(what))
                .append(text)
                .toString();
    }

    private static String javaType(Field field) {
        return switch (field.type()) {
            case "u32", "i32" -> "int";
            case "u64", "address" -> "long";
            case "f32" -> "float";
            default -> throw new IllegalArgumentException(field + " has no type in Java");
        };
    }

    private static String upper(String camel) {
        return camel.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
