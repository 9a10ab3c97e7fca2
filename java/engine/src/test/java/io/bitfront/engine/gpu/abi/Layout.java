package io.bitfront.engine.gpu.abi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `native/abi.layout`: what host and kernels agree on. The native build compares it with the compiled headers.
///
/// @param constants by name: type and value
/// @param enumerators by `Type.Name`
public record Layout(Map<String, Constant> constants, Map<String, Integer> enumerators, Map<String, Shape> structs) {
    /// A value that kernels and host have in common.
    public record Constant(String type, String value) {}

    /// A struct of a header.
    public record Shape(String name, int bytes, String header, List<Field> fields) {}

    /// A field.
    ///
    /// @param bytes of an element
    /// @param type `u32`, `i32`, `u64`, `f32`, `address`, or a struct
    public record Field(String name, int offset, int bytes, String type, int elements) {
        /// Whether it only fills a place.
        boolean isFiller() {
            return name.equals("reserved") || name.matches("pad\\d*");
        }

        /// In Java's spelling.
        String javaName() {
            StringBuilder camel = new StringBuilder();
            for (String word : name.split("_")) {
                camel.append(camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
            }
            return camel.toString();
        }
    }

    /// The committed one.
    public static Layout committed() {
        try {
            return read(Path.of(System.getProperty("bitfront.root"), "native/abi.layout"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Where a field of a struct is.
    public int offset(String struct, String name) {
        return structs.get(struct).fields.stream()
                .filter(field -> field.name.equals(name))
                .findFirst()
                .orElseThrow()
                .offset;
    }

    static Layout read(Path file) throws IOException {
        Layout layout = new Layout(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "#" -> {}
                case "constant" -> layout.constants.put(words[1], new Constant(words[2], words[3]));
                case "enumerator" -> layout.enumerators.put(words[1] + "." + words[2], Integer.parseInt(words[3]));
                case "struct" ->
                    layout.structs.put(
                            words[1], new Shape(words[1], Integer.parseInt(words[2]), words[3], new ArrayList<>()));
                case "field" ->
                    layout.structs
                            .get(words[1])
                            .fields
                            .add(new Field(
                                    words[2],
                                    Integer.parseInt(words[3]),
                                    Integer.parseInt(words[4]),
                                    words[5],
                                    Integer.parseInt(words[6])));
                default -> throw new IOException(file + ": " + line);
            }
        }
        return layout;
    }

    /// Enums by name: numbers by enumerator, in the headers' order.
    Map<String, Map<String, Integer>> enums() {
        Map<String, Map<String, Integer>> enums = new LinkedHashMap<>();
        enumerators.forEach((name, number) -> {
            int dot = name.indexOf('.');
            enums.computeIfAbsent(name.substring(0, dot), type -> new LinkedHashMap<>())
                    .put(name.substring(dot + 1), number);
        });
        return enums;
    }

    boolean isStruct(String type) {
        return structs.containsKey(type);
    }

    /// Names of structs that are nobody's part and that the host fills in, and of their parts.
    Set<String> told() {
        Set<String> told = new HashSet<>();
        structs.keySet().stream().filter(name -> name.endsWith("Arguments")).forEach(name -> addWithParts(name, told));
        return told;
    }

    /// Names of structs that kernels fill in and the host reads: nobody's part.
    Set<String> read() {
        Set<String> read = new HashSet<>(structs.keySet());
        read.removeAll(told());
        structs.values().forEach(struct -> struct.fields.forEach(field -> read.remove(field.type)));
        return read;
    }

    private void addWithParts(String name, Set<String> into) {
        into.add(name);
        for (Field field : structs.get(name).fields) {
            if (isStruct(field.type)) {
                addWithParts(field.type, into);
            }
        }
    }
}
