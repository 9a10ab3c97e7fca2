package io.bitfront.engine.spi;

import io.bitfront.memory.IntArray;

/// Searches whose levels stay on the device: they tighten bounds of the eccentricities in one component of an
/// undirected graph, the largest, as [io.bitfront.engine.answer.EccentricityBounds] does on the host. Vertices are
/// named by their input indices; of several the smallest is told. For one thread; holds device memory until it is
/// closed.
public interface EccentricityDevice extends AutoCloseable {
    /// Vertices of the component.
    int vertices();

    /// The one with the most neighbours.
    int first();

    /// Searches from a vertex and takes what that tells. The next search should begin where the eccentricity may be
    /// largest, of several vertices farthest from the searches so far; or smallest, nearest to them.
    ///
    /// @param upwards whether where it may be largest
    Known search(int index, boolean upwards, Wanted wanted);

    /// What searches are for.
    enum Wanted {
        /// The largest and the smallest eccentricity.
        EXTREMES,
        /// Every vertex's.
        ALL
    }

    /// What is known; of [Wanted#ALL] nothing but the last three.
    ///
    /// @param diameter the largest eccentricity known; 0 for none
    /// @param farthest who has it
    /// @param radius the smallest known
    /// @param centre who has it
    /// @param open vertices whose eccentricity is wanted, or may change either, and is not known
    /// @param next where the next search should begin, if any is open
    /// @param hops the eccentricity of the vertex that was searched from
    record Known(int diameter, int farthest, int radius, int centre, int open, int next, int hops) {}

    /// The vertex whose eccentricity may be the smallest of all that are not known, at least one, whether they may
    /// change either extreme or not; of several nearest to the searches so far.
    int nearest();

    /// A vertex that lies so many hops from the last search's source, as some do.
    int at(int hops);

    /// All bounds and sums of hops by vertex, in the engine's numbering, for as many as have edges; -1 outside the
    /// component.
    void bring(IntArray least, IntArray most, IntArray total);

    @Override
    void close();
}
