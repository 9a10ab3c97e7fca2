package io.bitfront.cli;

import java.util.List;

/// Classes that compiled loops refer to before they need them. The JVM compiles a loop by the rehearsal's profile only
/// once each of them is initialised, and profiles it anew until then; some are so late in a job, or never.
final class TrainedClasses {
    private static final List<String> NAMES = List.of(
            "io.bitfront.graph.CscBuilder",
            "io.bitfront.graph.EdgeBucket",
            "io.bitfront.graph.EdgePages",
            "io.bitfront.graph.EdgePages$Stock",
            "io.bitfront.graph.EdgeSplitter",
            "java.lang.IndexOutOfBoundsException",
            "java.lang.invoke.BoundMethodHandle$Species_LL",
            "java.lang.invoke.BoundMethodHandle$Species_LLLLL",
            "java.lang.invoke.DirectMethodHandle$Constructor",
            "java.lang.invoke.DirectMethodHandle$Interface",
            "java.lang.invoke.IndirectVarHandle",
            "java.lang.invoke.VarHandle$AccessDescriptor",
            "java.lang.invoke.VarHandle$AccessMode",
            "java.lang.invoke.VarHandleByteArrayAsInts$ArrayHandle",
            "java.lang.invoke.VarHandleByteArrayAsLongs$ArrayHandle",
            "java.lang.invoke.VarHandleInts$Array",
            "java.lang.invoke.VarHandleLongs$Array",
            "java.lang.invoke.VarHandleSegmentAsInts",
            "java.lang.invoke.VarHandleSegmentAsIntsAligned",
            "java.lang.invoke.VarHandleSegmentAsLongs",
            "java.lang.invoke.VarHandleSegmentAsLongsAligned",
            "java.lang.reflect.Array",
            "java.util.DualPivotQuicksort",
            "java.util.concurrent.ThreadLocalRandom",
            "java.util.concurrent.atomic.LongAccumulator",
            "java.util.concurrent.atomic.LongAdder",
            "java.util.concurrent.atomic.Striped64$Cell",
            "jdk.internal.foreign.ConfinedSession",
            "jdk.internal.foreign.GlobalSession$HeapSession",
            "jdk.internal.foreign.HeapMemorySegmentImpl$OfByte",
            "jdk.internal.foreign.ImplicitSession",
            "jdk.internal.foreign.LayoutPath",
            "jdk.internal.foreign.MappedMemorySegmentImpl",
            "jdk.internal.foreign.NativeMemorySegmentImpl",
            "jdk.internal.foreign.SegmentBulkOperations",
            "jdk.internal.foreign.SharedSession",
            "jdk.internal.foreign.Utils$BaseAndScale",
            "jdk.internal.foreign.layout.ValueLayouts$OfByteImpl",
            "jdk.internal.foreign.layout.ValueLayouts$OfIntImpl",
            "jdk.internal.foreign.layout.ValueLayouts$OfLongImpl",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    private TrainedClasses() {}

    /// @return those that this JDK has not: another one, which cannot use the rehearsal either
    static List<String> initialise() {
        return NAMES.stream().filter(name -> !initialised(name)).toList();
    }

    private static boolean initialised(String name) {
        try {
            return Class.forName(name, true, TrainedClasses.class.getClassLoader()) != null;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }
}
