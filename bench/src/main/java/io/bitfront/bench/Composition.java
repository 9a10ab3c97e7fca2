package io.bitfront.bench;

import io.bitfront.generate.ChainGenerator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.List;
import java.util.SplittableRandom;

/// A graph drawn by a seed: one to four parts of any generated kind or of some files, or cliques, some of them many
/// times over, each joined to the one before by an edge, by a path or not at all; ids as they come or permuted, edges
/// both ways or one. Where files are given, edges go one way if a part is a directed graph.
///
/// @param name the parts, `~` for a path of so many vertices, `|` for no link, and the seed
record Composition(String name, EdgeSource edges, boolean directed) {
    private static final int SMALLEST_SCALE = 4;

    /// Paths of up to 2^15 vertices between parts of up to 2^20.
    private static final int PATH_SCALE = 5;

    /// Vertices or edges of a part that is taken several times.
    private static final long MOST_SIZE = 40_000_000;

    GraphInput input() {
        return new GraphInput(edges, new VertexIds.Range(0, edges.vertexCount()), !directed, false, name, "");
    }

    /// @param most binary logarithm of the largest part's vertices
    /// @param files in the place of generated kinds; none: these
    /// @param workers that make the parts
    static Composition draw(long seed, int most, List<Part> files, Workers workers) {
        return new Drawing(new SplittableRandom(seed), most, files, workers).draw(seed);
    }

    /// A file's graph.
    record Part(String name, GraphEdges edges) {}

    /// Ids permuted.
    ///
    /// @param to the new id of each vertex
    record Permuted(EdgeSource of, int[] to) implements EdgeSource {
        @Override
        public int vertexCount() {
            return of.vertexCount();
        }

        @Override
        public long edgeCount() {
            return of.edgeCount();
        }

        @Override
        public int partitions() {
            return of.partitions();
        }

        @Override
        public long heldBytes() {
            return of.heldBytes() + (long) Integer.BYTES * to.length;
        }

        @Override
        public void stream(int partition, Batch batch) {
            of.stream(
                    partition,
                    (sources, targets, count) -> batch.accept(renamed(sources, count), renamed(targets, count), count));
        }

        private int[] renamed(int[] vertices, int count) {
            int[] renamed = new int[count];
            for (int i = 0; i < count; i++) {
                renamed[i] = to[vertices[i]];
            }
            return renamed;
        }

        @Override
        public void close() {
            of.close();
        }
    }

    /// What is drawn so far.
    private static final class Drawing {
        private final SplittableRandom random;
        private final int most;
        private final List<Part> files;
        private final Workers workers;
        private final JoinedEdges joined = new JoinedEdges();
        private final StringBuilder name = new StringBuilder();

        /// Whether a file's graph is.
        private boolean directed;

        /// A vertex of the part before; -1 for the first.
        private int before = -1;

        Drawing(SplittableRandom random, int most, List<Part> files, Workers workers) {
            this.random = random;
            this.most = most;
            this.files = files;
            this.workers = workers;
        }

        Composition draw(long seed) {
            int parts = 1 + random.nextInt(4);
            for (int part = 0; part < parts; part++) {
                name.append(part == 0 ? "" : "+");
                add(random.nextInt(8) == 0 ? clique() : part(part == 0));
            }
            boolean permuted = random.nextBoolean();
            boolean oneWay = random.nextInt(7) == 0;
            directed = files.isEmpty() ? oneWay : directed;
            name.append(permuted ? " permuted" : "").append(directed ? " directed" : "");
            EdgeSource edges = permuted ? new Permuted(joined, permutation(joined.vertexCount())) : joined;
            return new Composition("%s #%d".formatted(name, seed), edges, directed);
        }

        private EdgeSource clique() {
            int vertices = 20 << random.nextInt(Math.max(1, most - 13));
            name.append("clique").append(vertices);
            return new JoinedEdges.Clique(vertices);
        }

        private EdgeSource part(boolean first) {
            return files.isEmpty() ? generated(first) : ofFile();
        }

        private EdgeSource ofFile() {
            Part file = files.get(random.nextInt(files.size()));
            name.append(file.name());
            directed |= file.edges().directed();
            return file.edges();
        }

        /// The first part is large, so that the graph is.
        private EdgeSource generated(boolean first) {
            String kind = Generators.KINDS.get(random.nextInt(Generators.KINDS.size()));
            int least = first ? most - 3 : Math.max(SMALLEST_SCALE, most - 10);
            int scale = least + random.nextInt(most - least + 1);
            name.append(kind).append(scale);
            return Generators.create(kind, GeneratorOptions.ofScale(scale))
                    .generate(workers, Progress.NONE)
                    .edges();
        }

        private void add(EdgeSource part) {
            int copies = random.nextInt(5) == 0 ? 2 + random.nextInt(30) : 1;
            if (Math.max(part.edgeCount(), part.vertexCount()) * copies > MOST_SIZE) {
                copies = 1;
            }
            int anchor = Math.max(JoinedEdges.anchor(part), 0);
            int how = random.nextInt(10);
            for (int copy = 0; copy < copies; copy++) {
                int vertex = joined.add(part) + anchor;
                if (before >= 0) {
                    link(before, vertex, how, copy == 0);
                }
                before = vertex;
            }
            name.append(copies == 1 ? "" : "x" + copies);
        }

        private void link(int from, int to, int how, boolean named) {
            if (how < 6) {
                joined.link(from, to);
            } else if (how < 8) {
                int vertices = 2 << random.nextInt(Math.max(1, most - PATH_SCALE));
                int path = joined.add(new ChainGenerator(vertices)
                        .generate(workers, Progress.NONE)
                        .edges());
                joined.link(from, path);
                joined.link(path + vertices - 1, to);
                name.append(named ? "~" + vertices : "");
            } else {
                name.append(named ? "|" : "");
            }
        }

        private int[] permutation(int size) {
            int[] to = new int[size];
            for (int i = 0; i < size; i++) {
                int other = random.nextInt(i + 1);
                to[i] = to[other];
                to[other] = i;
            }
            return to;
        }
    }
}
