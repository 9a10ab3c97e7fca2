package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreallocationTest {
    private static final int LARGEST_ERROR = 133;

    /// The C library's own words for an error number are the oracle.
    @ParameterizedTest
    @CsvSource({
        "No space left on device, no space left",
        "Disk quota exceeded, disk quota exceeded",
        "Cannot allocate memory, no memory left"
    })
    void saysWhatTheSystemMeansWhereSpaceCannotBeTaken(String meant, String said) throws Throwable {
        int error = 1;
        while (!text(error).equals(meant)) {
            error++;
        }
        assertThat(Preallocation.obstacle(error)).startsWith(said);
    }

    @Test
    void takesNoOtherErrorForAWantOfSpace() throws Throwable {
        for (int error = -1; error <= LARGEST_ERROR; error++) {
            String text = text(error).toLowerCase(Locale.ROOT);
            boolean want = text.equals("no space left on device")
                    || text.equals("disk quota exceeded")
                    || text.equals("cannot allocate memory");
            assertThat(Preallocation.obstacle(error) != null).as(text).isEqualTo(want);
        }
    }

    @SuppressWarnings("restricted")
    private static String text(int error) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MemorySegment text = (MemorySegment) linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("strerror"),
                        FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT))
                .invokeExact(error);
        return text.reinterpret(Long.MAX_VALUE).getString(0);
    }
}
