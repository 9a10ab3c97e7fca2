package io.bitfront.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;

/// Has the system refuse off-heap memory, as it does where there is none left.
public final class Refusals {
    /// What a refusal ends with.
    public static final String MESSAGE = "the system has no more memory";

    private static final int SHARE = 32;

    private Refusals() {}

    /// Runs something that allocates off-heap memory again and again, each time with one block more, or with a few
    /// where
    /// it takes hundreds, until none is refused.
    ///
    /// @param refused runs after each time that memory was refused
    /// @return after how many blocks none was
    public static int everywhere(Runnable what, Runnable refused) {
        return until(() -> {
            try {
                what.run();
                return true;
            } catch (OutOfMemoryError e) {
                if (!String.valueOf(e.getMessage()).endsWith(MESSAGE)) {
                    throw e;
                }
            }
            after(Long.MAX_VALUE);
            refused.run();
            return false;
        });
    }

    /// The same with something that says by itself whether it had all memory that it wanted.
    public static int until(BooleanSupplier done) {
        for (int blocks = 0; ; blocks += 1 + blocks / SHARE) {
            after(blocks);
            try {
                if (done.getAsBoolean()) {
                    return blocks;
                }
            } finally {
                after(Long.MAX_VALUE);
            }
        }
    }

    /// The product lets its own tests alone do that, of which this module knows nothing.
    private static void after(long blocks) {
        try {
            Method refuse = Class.forName("io.bitfront.memory.OffHeap").getDeclaredMethod("refuseAfter", long.class);
            refuse.setAccessible(true);
            refuse.invoke(null, blocks);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
