package io.bitfront.engine.device;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import jcuda.JCudaVersion;
import jcuda.LibUtils;

/// JCuda's native part. JCuda looks for it on `java.library.path`, and else loads whatever bears its name in
/// the temporary folder, whoever put it there. It is therefore shown a folder of this user's instead, for as
/// long as it looks.
final class JCudaLibrary {
    private static final String DRIVER = "jcuda.driver.JCudaDriver";
    private static final String TEMPORARY = "java.io.tmpdir";
    private static boolean shown;

    private JCudaLibrary() {}

    static String fileName() {
        return LibUtils.createLibraryFileName(LibUtils.createPlatformLibraryName("JCudaDriver-" + JCudaVersion.get()));
    }

    /// Loads it with JCuda's driver class, unless that was tried before.
    ///
    /// @return null, or why there is none that can be trusted, in one line
    /// @throws UnsatisfiedLinkError where the system refuses it
    static synchronized String load() {
        if (shown || onLibraryPath()) {
            return null;
        }
        Optional<Path> file = NativeParts.ofThisProgram().bundled(fileName());
        if (file.isEmpty()) {
            return "no %s: neither bitfront-natives on the class path nor a folder of java.library.path has it"
                    .formatted(fileName());
        }
        shown = true;
        String before = System.setProperty(TEMPORARY, file.get().getParent().toString());
        try {
            Class.forName(DRIVER, true, LibUtils.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(DRIVER);
        } finally {
            System.setProperty(TEMPORARY, before);
        }
        return null;
    }

    private static boolean onLibraryPath() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.library.path", ""))
                .anyMatch(folder -> Files.isRegularFile(Path.of(folder, fileName())));
    }
}
