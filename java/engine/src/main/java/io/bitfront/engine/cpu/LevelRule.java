package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SwitchPolicy;
import io.bitfront.engine.lab.SwitchRule;

/// Follows one traversal and says for each level in which direction the request wants it; `switching.cuh` is the same
/// for a GPU.
final class LevelRule {
    private final LabRequest request;
    private final double vertices;
    private final double edges;
    private double visited;
    private double touchedEdges;
    private boolean pulling;
    private boolean pulled;

    LevelRule(LabRequest request, long vertices, long edges) {
        this.request = request;
        this.vertices = vertices;
        this.edges = edges;
    }

    /// The direction of the level that this frontier starts, [BfsMode#AUTO] where costs decide. Called once per level,
    /// but where it [#isFree].
    BfsMode next(int level, long frontierVertices, long frontierEdges) {
        visited += frontierVertices;
        touchedEdges += frontierEdges;
        BfsMode mode = choose(level, frontierVertices, frontierEdges);
        pulling = mode == BfsMode.PULL;
        pulled |= pulling;
        return mode;
    }

    /// Whether costs decide at all levels, or all are pushed, so that levels may go by untold.
    boolean isFree() {
        return request.mode() == BfsMode.PUSH
                || request.mode() == BfsMode.AUTO
                        && request.plan().mode() == null
                        && request.switching().rule() == SwitchRule.AUTO;
    }

    /// So much of the last frontier was counted twice.
    void takeBack(long frontierVertices, long frontierEdges) {
        visited -= frontierVertices;
        touchedEdges -= frontierEdges;
    }

    private BfsMode choose(int level, long frontierVertices, long frontierEdges) {
        if (request.mode() != BfsMode.AUTO) {
            return request.mode();
        }
        LevelMode forced = request.plan().modeOf(level);
        if (forced != null) {
            return forced.bfsMode();
        }
        return switch (request.switching().rule()) {
            case AUTO -> BfsMode.AUTO;
            default -> pulls(request.switching(), frontierVertices, frontierEdges) ? BfsMode.PULL : BfsMode.PUSH;
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
