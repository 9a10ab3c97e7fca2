package io.bitfront.engine.cpu;

import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.LevelWay;
import io.bitfront.engine.Mode;
import io.bitfront.engine.SwitchPolicy;

/// Follows one traversal and says for each level in which direction the request wants it; `switching.cuh` is the same
/// for a GPU.
final class LevelModes {
    private final BfsRequest request;
    private final double vertices;
    private final double edges;
    private double visited;
    private double touchedEdges;
    private boolean pulling;
    private boolean pulled;

    LevelModes(BfsRequest request, long vertices, long edges) {
        this.request = request;
        this.vertices = vertices;
        this.edges = edges;
    }

    /// The direction of the level that this frontier starts, [Mode#AUTO] where costs decide. Called once per level.
    Mode next(int level, long frontierVertices, long frontierEdges) {
        visited += frontierVertices;
        touchedEdges += frontierEdges;
        Mode mode = choose(level, frontierVertices, frontierEdges);
        pulling = mode == Mode.PULL;
        pulled |= pulling;
        return mode;
    }

    private Mode choose(int level, long frontierVertices, long frontierEdges) {
        if (request.mode() != Mode.AUTO) {
            return request.mode();
        }
        LevelWay forced = request.plan().wayOf(level);
        if (forced != null) {
            return forced.mode();
        }
        return switch (request.switching().rule()) {
            case AUTO -> Mode.AUTO;
            default -> pulls(request.switching(), frontierVertices, frontierEdges) ? Mode.PULL : Mode.PUSH;
        };
    }

    private boolean pulls(SwitchPolicy policy, double frontier, double out) {
        double left = Math.max(0, edges - touchedEdges);
        return switch (policy.rule()) {
            case AUTO, PAPER, NEVER -> false;
            case BEAMER -> pulling ? stays(frontier, vertices) : out * policy.alpha() > left;
            case SEPGRAPH ->
                edges >= policy.delta() * vertices
                        && (pulling ? stays(frontier, vertices) : out * policy.alpha() > left);
            case LIGRA -> pulling ? stays(out, edges) : out * policy.alpha() > edges;
            case PUSHPULL, GRAPHBLAST -> pulling ? stays(frontier, vertices) : frontier * policy.alpha() > vertices;
            case GUNROCK -> {
                double visits = frontier * edges / vertices;
                double probes = (vertices - visited) * vertices / visited;
                yield pulling ? stays(visits, probes) : !pulled && visits * policy.alpha() > probes;
            }
        };
    }

    private boolean stays(double size, double whole) {
        int beta = request.switching().beta();
        return beta == 0 || size * beta >= whole;
    }
}
