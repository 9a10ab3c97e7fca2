package io.bitfront.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Folders that belong to one user alone, where the XDG Base Directory Specification says. Made when first asked
/// for.
///
/// @param environment gives the value of a variable, or null
/// @param home of the user
public record UserFolders(UnaryOperator<String> environment, Path home) {
    /// Of the user that this process runs as.
    public static UserFolders ofThisProcess() {
        UnaryOperator<String> environment = System::getenv;
        String home = environment.apply("HOME");
        boolean set = home != null && Path.of(home).isAbsolute();
        return new UserFolders(environment, Path.of(set ? home : System.getProperty("user.home", "")));
    }

    /// For caches of graphs: `$XDG_CACHE_HOME/bitfront`, else `~/.cache/bitfront`; empty where there can be
    /// none that only the user writes to.
    public Optional<Path> cache() {
        return made("XDG_CACHE_HOME", ".cache");
    }

    /// For what is remembered between runs: `$XDG_STATE_HOME/bitfront`, else `~/.local/state/bitfront`.
    public Optional<Path> state() {
        return made("XDG_STATE_HOME", ".local/state");
    }

    private Optional<Path> made(String variable, String inHome) {
        String value = environment.apply(variable);
        boolean set = value != null && Path.of(value).isAbsolute(); // others are to be ignored, says the specification
        if (!set && !home.isAbsolute()) {
            return Optional.empty();
        }
        Path folder = (set ? Path.of(value) : home.resolve(inHome)).resolve("bitfront");
        try {
            Files.createDirectories(folder, forTheUserAlone());
        } catch (IOException e) {
            return Optional.empty();
        }
        return Ownership.ofThisProcess().onlyOwnersWrite(folder) ? Optional.of(folder) : Optional.empty();
    }

    /// Attributes of a new folder that nobody else may enter, where the system has such.
    public static FileAttribute<?>[] forTheUserAlone() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }
}
