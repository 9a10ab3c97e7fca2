package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/// What the engine needs on a GPU beside Java: files that a system property names, as the launcher does, or
/// else resources of the artifact `bitfront-natives`. Any thread.
///
/// @param classes where the resources are looked for
/// @param libraries where a library is put that is a resource, as the system loads libraries from files only
record NativeParts(ClassLoader classes, LibraryCache libraries) {
    private static final String FOLDER = "META-INF/bitfront/natives/";
    private static final String CONTENTS = FOLDER + "contents.properties";

    /// The parts that this program finds.
    static NativeParts ofThisProgram() {
        return new NativeParts(NativeParts.class.getClassLoader(), LibraryCache.ofThisUser());
    }

    /// Null where the part is there, else the reason in one line.
    ///
    /// @param property that may name a file
    /// @param what the part is called where it is missing
    String problem(String property, String name, String what) {
        String file = System.getProperty(property);
        if (file != null) {
            return Files.isRegularFile(Path.of(file))
                    ? null
                    : "no %s: there is no %s, which -D%s names (`make build` compiles it where nvcc is)"
                            .formatted(what, file, property);
        }
        if (classes.getResource(FOLDER + name) != null) {
            return null;
        }
        return contents()
                .map(found -> "bitfront-natives %s has no %s (kernels: %s)"
                        .formatted(found.getProperty("version"), what, found.getProperty("kernels")))
                .orElse("no %s: neither bitfront-natives on the class path nor a file named by -D%s"
                        .formatted(what, property));
    }

    private Optional<Properties> contents() {
        Properties contents = new Properties();
        try (InputStream in = classes.getResourceAsStream(CONTENTS)) {
            if (in == null) {
                return Optional.empty();
            }
            contents.load(in);
            return Optional.of(contents);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The contents of a part that is there.
    byte[] bytes(String property, String name) {
        String file = System.getProperty(property);
        try {
            return file != null ? Files.readAllBytes(Path.of(file)) : resource(FOLDER + name);
        } catch (IOException e) {
            throw new DeviceException("%s cannot be read: %s".formatted(name, e.getMessage()), e);
        }
    }

    /// The file of a library that is there.
    Path library(String property, String name) {
        String file = System.getProperty(property);
        return file != null ? Path.of(file) : libraries.unpacked(name, bytes(property, name));
    }

    /// A library that some artifact holds in the folder of our own or in `lib/`, as a file; empty where none does.
    Optional<Path> bundled(String name) {
        try {
            for (String folder : new String[] {FOLDER, "lib/"}) {
                byte[] bytes = resource(folder + name);
                if (bytes != null) {
                    return Optional.of(libraries.unpacked(name, bytes));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new DeviceException("%s cannot be read: %s".formatted(name, e.getMessage()), e);
        }
    }

    private byte[] resource(String path) throws IOException {
        try (InputStream in = classes.getResourceAsStream(path)) {
            return in == null ? null : in.readAllBytes();
        }
    }
}
