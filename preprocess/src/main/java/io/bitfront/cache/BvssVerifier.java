package io.bitfront.cache;

import io.bitfront.graph.Csc;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Checks a mapped cache: every checksum, then every structural invariant, each in time linear in the file.
/// Damaged arrays are never followed out of their bounds: what depends on a failed check is not checked, and
/// says so.
final class BvssVerifier {
    private static final long GRAIN = 1 << 13;

    private final BvssFile.Mapped mapped;
    private final Graph graph;
    private final Workers workers;
    private final Progress progress;
    private final FirstProblem first;
    private final List<BvssFile.Check> checks = new ArrayList<>();

    BvssVerifier(BvssFile.Mapped mapped, Graph graph, Workers workers, Progress progress) {
        this.mapped = mapped;
        this.graph = graph;
        this.workers = workers;
        this.progress = progress;
        this.first = new FirstProblem(workers);
    }

    List<BvssFile.Check> run() {
        checks.addAll(checksums(mapped, BvssSection.of(mapped.header().shape().named()), workers, progress));
        check("gaps are zero", this::gaps);
        check("permutation", this::permutation);
        check("ids", this::ids);
        boolean columns = check("out-neighbours", () -> columns(graph.out()));
        if (graph.directed()) {
            columns &= check("in-neighbours", () -> columns(graph.in()));
        }
        boolean mirrored = check(
                graph.directed() ? "in-neighbours mirror out-neighbours" : "edges run both ways",
                () -> new MirrorCheck(graph.out(), graph.in(), workers).problem(),
                columns);
        SliceCheck slices = new SliceCheck(graph, first);
        boolean pointers = check("virtual slice sets", slices::pointers);
        boolean unpacked = check("slices unpack to the edges", slices::slices, columns && pointers);
        check("hubs", () -> new HubCheck(graph, first).problem(), mirrored);
        check("statistics", () -> new StatisticsCheck(graph, workers).problem(), mirrored && unpacked);
        return checks;
    }

    private boolean check(String name, Supplier<String> problem, boolean possible) {
        return check(name, possible ? problem : () -> "not checked, because of what is wrong above");
    }

    private boolean check(String name, Supplier<String> problem) {
        String found;
        try (Progress.Phase phase = progress.start("verify " + name, 1, "check")) {
            found = problem.get();
            phase.advance(1);
        }
        checks.add(new BvssFile.Check(name, found));
        return found == null;
    }

    /// One check per section.
    static List<BvssFile.Check> checksums(
            BvssFile.Mapped mapped, List<BvssSection> sections, Workers workers, Progress progress) {
        List<BvssFile.Check> found = new ArrayList<>();
        long bytes = sections.stream()
                .mapToLong(section -> mapped.section(section).byteSize())
                .sum();
        try (Progress.Phase phase = progress.start("verify checksums", bytes, "byte")) {
            for (BvssSection section : sections) {
                int sum = Crc32c.of(mapped.section(section), workers, phase);
                int expected = mapped.header().crcs()[section.ordinal()];
                String problem = sum == expected ? null : "is %08x, expected %08x".formatted(sum, expected);
                found.add(new BvssFile.Check("checksum of " + section.word(), problem));
            }
        }
        return found;
    }

    private String gaps() {
        BvssShape shape = mapped.header().shape();
        for (BvssSection section : BvssSection.values()) {
            long end = shape.offset(section) + shape.bytes(section);
            MemorySegment gap = mapped.bytes().asSlice(end, BvssShape.aligned(end) - end);
            for (long i = 0; shape.bytes(section) > 0 && i < gap.byteSize(); i++) {
                if (gap.get(ValueLayout.JAVA_BYTE, i) != 0) {
                    return "byte %,d, after %s, is not zero".formatted(end + i, section.word());
                }
            }
        }
        return null;
    }

    private String permutation() {
        IntArray newIdOf = graph.permutation().newIdOf();
        IntArray oldIdOf = graph.permutation().oldIdOf();
        long n = graph.vertexCount();
        return first.of(0, n, GRAIN, v -> {
            int old = oldIdOf.get(v);
            if (old < 0 || old >= n) {
                return "oldIdOf[%d] is %d, outside 0..%d".formatted(v, old, n - 1);
            }
            int back = newIdOf.get(old);
            return back == v ? null : "newIdOf[oldIdOf[%d]] is %d".formatted(v, back);
        });
    }

    private String ids() {
        if (graph.ids() instanceof VertexIds.Names names) {
            return names(names);
        }
        if (!(graph.ids() instanceof VertexIds.Table table)) {
            return null;
        }
        LongArray ids = table.ascending();
        if (ids.length() > 0 && ids.get(0) < 0) {
            return "ids[0] is %d".formatted(ids.get(0));
        }
        return first.of(
                1,
                ids.length(),
                GRAIN,
                i -> ids.get(i - 1) < ids.get(i)
                        ? null
                        : "ids[%d] is %d, after %d".formatted(i, ids.get(i), ids.get(i - 1)));
    }

    private String names(VertexIds.Names names) {
        LongArray starts = names.starts();
        long end = names.text().byteSize();
        if (starts.get(0) != 0 || starts.get(names.count()) != end) {
            return "names run from %d to %d, expected 0 to %d".formatted(starts.get(0), starts.get(names.count()), end);
        }
        String bounds = first.of(
                0,
                names.count(),
                GRAIN,
                i -> starts.get(i) < starts.get(i + 1)
                        ? null
                        : "name %d runs from %d to %d".formatted(i, starts.get(i), starts.get(i + 1)));
        return bounds != null ? bounds : first.of(0, names.count(), GRAIN, i -> name(names, i));
    }

    private static String name(VertexIds.Names names, long index) {
        byte[] bytes = names.bytes(index);
        if (!Arrays.equals(names.text(index).getBytes(StandardCharsets.UTF_8), bytes)) {
            return "name %d is no UTF-8".formatted(index);
        }
        boolean ascends = index == 0 || Arrays.compareUnsigned(names.bytes(index - 1), bytes) < 0;
        return ascends ? null : "name %d does not come after the one before it".formatted(index);
    }

    private String columns(Csc csc) {
        String starts = starts(csc);
        return starts != null ? starts : first.of(0, csc.vertexCount(), GRAIN, v -> column(csc, (int) v));
    }

    private String starts(Csc csc) {
        long n = csc.vertexCount();
        if (csc.start(0) != 0 || csc.columnStart().get(n) != csc.edgeCount()) {
            return "columns run from %d to %d, expected 0 to %d"
                    .formatted(csc.start(0), csc.columnStart().get(n), csc.edgeCount());
        }
        return first.of(
                0,
                n,
                GRAIN,
                v -> csc.start((int) v) <= csc.end((int) v)
                        ? null
                        : "column %d runs from %d to %d".formatted(v, csc.start((int) v), csc.end((int) v)));
    }

    private static String column(Csc csc, int column) {
        int previous = -1;
        for (long e = csc.start(column); e < csc.end(column); e++) {
            int row = csc.row(e);
            if (row <= previous || row >= csc.vertexCount() || row == column) {
                return "column %d lists %d after %d".formatted(column, row, previous);
            }
            previous = row;
        }
        return null;
    }
}
