package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import io.bitfront.random.IdBijection;

/// Like the web: sites of `width` pages, whose links are mostly those of earlier pages of the site, and home pages that
/// pages everywhere link to. Vertex v is page v mod width of site v / width. With kᵢ = `key(seed, i)`, T = keep * 2³²
/// rounded to the nearest integer, and s = ceil(n / width) sites, link i of page v is, c being v * degree + i,
///
///     link i of page v - 1 - below(v mod width, k1, c)   where v mod width > 0  and  draw(k0, c) >>> 32 < T;  else, by
///     draw(k2, c) >>> 62,
///     0, 1:  page below(size, k3, c) of the site, which has `size` pages
///     2:     page 0 of site r', r = `ZipfRank(s, k4)` of c, r' what `IdBijection(s, k5)` makes of it
///     3:     below(n, k6, c)
///
/// `below(b, k, c)` being the upper 64 bits of `draw(k, c)` * b. Links i = 0 .. degree - 1, v ascending.
///
/// @param width pages of a site
/// @param keep share of a page's links that are copied, 0 to 1
/// @param degree links of a page
public record WebGenerator(int vertexCount, int width, double keep, int degree, long seed) implements Generator {
    public static final int WIDTH = 64;
    public static final double KEEP = 0.6;

    public WebGenerator {
        Parameters.checkVertexCount(vertexCount);
        Parameters.checkWidth(width);
        Parameters.checkKeep(keep);
        Parameters.checkDegree(degree);
    }

    @Override
    public String kind() {
        return "web";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        Links links = new Links(this);
        EdgeSource edges = CountedEdges.ofVertices(vertexCount, degree, workers, progress, (v, buffer) -> {
            for (int i = 0; i < degree; i++) {
                buffer.add(v, links.of(v, i));
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }

    /// Where links lead to; any thread may ask.
    private static final class Links {
        private static final int KEYS = 7;

        private final WebGenerator web;
        private final long[] keys = new long[KEYS];
        private final long threshold;
        private final ZipfRank ranks;
        private final IdBijection sites;

        Links(WebGenerator web) {
            this.web = web;
            for (int i = 0; i < KEYS; i++) {
                keys[i] = CounterHash.key(web.seed, i);
            }
            threshold = Parameters.threshold(web.keep);
            int count = Math.ceilDiv(web.vertexCount, web.width);
            ranks = new ZipfRank(count, keys[4]);
            sites = new IdBijection(count, keys[5]);
        }

        int of(int page, int link) {
            int v = page;
            long c = (long) v * web.degree + link;
            while (v % web.width > 0 && CounterHash.draw(keys[0], c) >>> 32 < threshold) {
                v -= 1 + CounterHash.below(v % web.width, keys[1], c);
                c = (long) v * web.degree + link;
            }
            int first = v - v % web.width;
            return switch ((int) (CounterHash.draw(keys[2], c) >>> 62)) {
                case 2 -> sites.of(ranks.of(c)) * web.width;
                case 3 -> CounterHash.below(web.vertexCount, keys[6], c);
                default -> first + CounterHash.below(Math.min(web.width, web.vertexCount - first), keys[3], c);
            };
        }
    }
}
