package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativePartsTest {
    private static final String PROPERTY = "bitfront.part.of.this.test";

    @TempDir
    private Path folder;

    @AfterEach
    void forgetTheFile() {
        System.clearProperty(PROPERTY);
    }

    private NativeParts parts() throws MalformedURLException {
        URL[] here = {URI.create(folder.toUri().toString()).toURL()};
        return new NativeParts(new URLClassLoader(here, null), new LibraryCache(Optional.of(folder), folder));
    }

    private void artifactWith(String name, String contents) throws Exception {
        Path resources = Files.createDirectories(folder.resolve("META-INF/bitfront/natives"));
        Files.writeString(resources.resolve(name), contents);
    }

    @Test
    void saysThatNoArtifactIsThere() throws Exception {
        assertThat(parts().problem(PROPERTY, "part.bin", "compiled parts"))
                .isEqualTo("no compiled parts: neither bitfront-natives on the class path nor a file named by -D"
                        + PROPERTY);
    }

    @Test
    void saysWhyTheArtifactHasNoKernels() throws Exception {
        artifactWith("contents.properties", "version=1.2.3\nkernels=none: nvcc was not found\n");
        assertThat(parts().problem(PROPERTY, "part.bin", "compiled parts"))
                .isEqualTo("bitfront-natives 1.2.3 has no compiled parts (kernels: none: nvcc was not found)");
    }

    @Test
    void readsWhatTheArtifactHolds() throws Exception {
        artifactWith("part.bin", "bundled");
        assertThat(parts().problem(PROPERTY, "part.bin", "compiled parts")).isNull();
        assertThat(parts().bytes(PROPERTY, "part.bin"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("bundled");
        assertThat(parts().library(PROPERTY, "part.bin")).hasContent("bundled").startsWith(folder);
    }

    @Test
    void prefersAFileThatAPropertyNames() throws Exception {
        artifactWith("part.bin", "bundled");
        Path named = Files.writeString(folder.resolve("named"), "named");
        System.setProperty(PROPERTY, named.toString());
        assertThat(parts().bytes(PROPERTY, "part.bin"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("named");
        assertThat(parts().library(PROPERTY, "part.bin")).isEqualTo(named);
        Files.delete(named);
        assertThat(parts().problem(PROPERTY, "part.bin", "compiled parts"))
                .isEqualTo(
                        "no compiled parts: there is no %s, which -D%s names (`make build` compiles it where nvcc is)",
                        named, PROPERTY);
    }

    @Test
    void findsALibraryInAnArtifactOfItsMakers() throws Exception {
        assertThat(parts().bundled("libx.so")).isEmpty();
        Files.writeString(Files.createDirectories(folder.resolve("lib")).resolve("libx.so"), "theirs");
        assertThat(parts().bundled("libx.so").orElseThrow()).hasContent("theirs");
        artifactWith("libx.so", "ours");
        assertThat(parts().bundled("libx.so").orElseThrow()).hasContent("ours");
    }
}
