package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import io.bitfront.file.Sha256;
import io.bitfront.file.UserFolders;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;

/// Libraries as files that only this user could have written: in a folder of the user's cache, named after
/// the contents, and compared with them before every use. Where there is no such folder, they are put into
/// one of this process's own.
///
/// @param folder of the user's caches, or empty
/// @param temporary folder for what this process alone uses
record LibraryCache(Optional<Path> folder, Path temporary) {
    static LibraryCache ofThisUser() {
        return new LibraryCache(UserFolders.ofThisProcess().cache(), Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// A file of this name with these contents.
    ///
    /// @throws DeviceException where neither the user's cache nor the temporary folder takes it
    Path unpacked(String name, byte[] contents) {
        if (folder.isPresent()) {
            try {
                return kept(folder.get().resolve("natives-" + key(contents)), name, contents);
            } catch (IOException | FileException e) {
                // A full or unwritable disk: this process may still have a folder elsewhere.
            }
        }
        try {
            return passing(name, contents);
        } catch (IOException e) {
            throw new DeviceException(
                    FileException.of("unpack %s into".formatted(name), temporary, e)
                            .getMessage(),
                    e);
        }
    }

    private static Path kept(Path folder, String name, byte[] contents) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Ownership user = Ownership.ofThisProcess();
        if (!user.onlyOwnersWrite(folder)) {
            throw new IOException("others may write to " + folder);
        }
        Path file = folder.resolve(name);
        boolean there = user.whyNotOwnFile(file) == null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!there || !Arrays.equals(Files.readAllBytes(file), contents)) {
            try (AtomicFile written = AtomicFile.replacing(file)) {
                written.writeAt(0, MemorySegment.ofArray(contents));
                written.commit();
            }
        }
        return file;
    }

    /// In a folder that nobody else may enter, deleted at the end of the process.
    private Path passing(String name, byte[] contents) throws IOException {
        Path own = Files.createTempDirectory(temporary, "bitfront-natives");
        own.toFile().deleteOnExit();
        Path file = Files.write(own.resolve(name), contents);
        file.toFile().deleteOnExit();
        return file;
    }

    private static String key(byte[] contents) {
        return Sha256.hex(contents, 8);
    }
}
