package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Long paths of a graph without leaves whose edges are bridges: all that joins what lies at either
/// end. Edges count whichever way they lead.
final class BridgePaths {
    private static final int NONE = -1;

    private final Csc ahead;
    private final Csc back;
    private final IntPredicate inCore;
    private final IntPredicate between;
    private final BitSet within = new BitSet();
    /// Union-find, made once a path is found: from every vertex to another of its part.
    private int[] link;
    private final List<Path> paths = new ArrayList<>();

    /// Vertices of two neighbours each, and what lies before the first and behind the last.
    record Path(int before, int[] vertices, int behind) {}

    /// @param inCore what is left when leaves have been taken off one by one
    /// @param between vertices of the core with two neighbours in it
    private BridgePaths(Csc ahead, Csc back, IntPredicate inCore, IntPredicate between) {
        this.ahead = ahead;
        this.back = back;
        this.inCore = inCore;
        this.between = between;
    }

    /// Paths of at least so many vertices.
    static List<Path> of(Csc ahead, Csc back, IntPredicate inCore, IntPredicate between, int least) {
        BridgePaths found = new BridgePaths(ahead, back, inCore, between);
        found.findLong(least);
        return found.paths.isEmpty() ? List.of() : found.bridges();
    }

    private void findLong(int least) {
        BitSet seen = new BitSet();
        for (int v = 0; v < ahead.vertexCount(); v++) {
            if (between.test(v) && !seen.get(v)) {
                Path path = along(v, seen);
                if (path != null && path.vertices.length >= least) {
                    paths.add(path);
                    Arrays.stream(path.vertices).forEach(within::set);
                }
            }
        }
    }

    /// The path through a vertex; null where it leads back there.
    private Path along(int vertex, BitSet seen) {
        int last = vertex;
        int end = other(vertex, NONE);
        seen.set(vertex);
        while (between.test(end)) {
            if (end == vertex) {
                return null;
            }
            seen.set(end);
            int onward = other(end, last);
            last = end;
            end = onward;
        }
        IntList vertices = new IntList();
        int before = end;
        int previous = end;
        int v = last;
        while (between.test(v)) {
            seen.set(v);
            vertices.add(v);
            int onward = other(v, previous);
            previous = v;
            v = onward;
        }
        return new Path(before, vertices.toArray(), v);
    }

    /// A neighbour in the core, but not a vertex.
    private int other(int v, int not) {
        int found = other(ahead, v, not);
        return found == NONE ? other(back, v, not) : found;
    }

    private int other(Csc lists, int v, int not) {
        for (long edge = lists.start(v); edge < lists.end(v); edge++) {
            int w = lists.row(edge);
            if (w != not && inCore.test(w)) {
                return w;
            }
        }
        return NONE;
    }

    private List<Path> bridges() {
        link = IntStream.range(0, ahead.vertexCount()).toArray();
        for (int v = 0; v < link.length; v++) {
            for (long edge = ahead.start(v); inCore.test(v) && edge < ahead.end(v); edge++) {
                int w = ahead.row(edge);
                if (inCore.test(w) && !within.get(v) && !within.get(w)) {
                    link[part(v)] = part(w);
                }
            }
        }
        return new Parts().bridges();
    }

    private int part(int v) {
        int at = v;
        while (link[at] != at) {
            link[at] = link[link[at]];
            at = link[at];
        }
        return at;
    }

    /// Parts without the long paths, and these between them: a path that closes a circle is no bridge,
    /// nor is any other of that circle.
    private final class Parts {
        private final Map<Integer, List<Path>> at = new HashMap<>();
        /// By part, the path over which a search came, and over how many.
        private final Map<Integer, Path> over = new HashMap<>();
        private final Map<Integer, Integer> depth = new HashMap<>();
        private final List<Path> bridges = new ArrayList<>();
        private final List<Path> closing = new ArrayList<>();

        List<Path> bridges() {
            for (Path path : paths) {
                at.computeIfAbsent(part(path.before), _ -> new ArrayList<>()).add(path);
                at.computeIfAbsent(part(path.behind), _ -> new ArrayList<>()).add(path);
            }
            at.keySet().forEach(this::searchFrom);
            closing.forEach(this::close);
            bridges.removeIf(path -> part(path.before) == part(path.behind));
            return Collections.unmodifiableList(bridges);
        }

        private void searchFrom(int start) {
            if (depth.putIfAbsent(start, 0) != null) {
                return;
            }
            Deque<Integer> waiting = new ArrayDeque<>(List.of(start));
            while (!waiting.isEmpty()) {
                int here = waiting.remove();
                for (Path path : at.get(here)) {
                    int there = part(path.before) == here ? part(path.behind) : part(path.before);
                    if (depth.putIfAbsent(there, depth.get(here) + 1) == null) {
                        over.put(there, path);
                        bridges.add(path);
                        waiting.add(there);
                    } else if (path != over.get(here)) {
                        closing.add(path);
                    }
                }
            }
        }

        /// The part nearest to where the search began stands for those of a circle.
        private void close(Path path) {
            int one = part(path.before);
            int other = part(path.behind);
            while (one != other) {
                int deeper = depth.get(one) > depth.get(other) ? one : other;
                Path up = over.get(deeper);
                int above = part(part(up.before) == deeper ? up.behind : up.before);
                link[deeper] = above;
                one = part(one);
                other = part(other);
            }
        }
    }
}
