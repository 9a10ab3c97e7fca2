package io.bitfront.engine.closeness;

/// From where searches that bound eccentricities begin: from the vertex with the most neighbours first, then in turn
/// from one that may be farthest from all and from one that may be nearest to all. After one from farther away
/// than any before comes one from a vertex at its other end: all eccentricities of a tree follow from two such ends
/// and its centre.
final class SearchTurns {
    private enum From {
        HUB,
        FAR,
        OTHER_END,
        NEAR
    }

    private From from = From.HUB;
    private int most;

    boolean fromHub() {
        return from == From.HUB;
    }

    boolean fromFar() {
        return from == From.FAR;
    }

    boolean fromNear() {
        return from == From.NEAR;
    }

    /// The largest eccentricity of those searched from.
    int most() {
        return most;
    }

    /// Whether the search after this one is from a vertex that may be farthest, unless from the other end.
    boolean thenFromFar() {
        return from == From.HUB || from == From.NEAR;
    }

    /// Goes on to the next one.
    ///
    /// @param eccentricity of the vertex that was searched from
    /// @return whether the next is from the other end: some vertex at that distance
    boolean searched(int eccentricity) {
        boolean fartherThanAny = eccentricity > most;
        most = Math.max(most, eccentricity);
        if (fromFar() && fartherThanAny) {
            from = From.OTHER_END;
            return true;
        }
        from = thenFromFar() ? From.FAR : From.NEAR;
        return false;
    }
}
