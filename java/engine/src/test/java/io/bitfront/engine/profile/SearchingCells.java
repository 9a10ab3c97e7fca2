package io.bitfront.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.testkit.BfsOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A device for cells that searches from every vertex it is asked about, by the oracle. No row may be asked for that
/// was
/// given to another vertex since.
public final class SearchingCells implements CellDevice {
    private final int[][] neighbours;
    private final int[] heldBy;
    private final int searchesWanted;
    private final List<Integer> searched = new ArrayList<>();
    private boolean refusesCells;

    /// @param moreRows than the longest border takes
    public SearchingCells(Component component, int moreRows, int searchesWanted) {
        int[] start = component.start();
        this.neighbours = new int[component.vertexCount()][];
        Arrays.setAll(neighbours, v -> Arrays.copyOfRange(component.neighbour(), start[v], start[v + 1]));
        this.heldBy = new int[component.mostBorder() + moreRows];
        this.searchesWanted = searchesWanted;
    }

    /// Can do no cell from now on.
    void refuseCells() {
        refusesCells = true;
    }

    /// Vertices of the component that were searched from, in turn.
    List<Integer> searched() {
        return searched;
    }

    @Override
    public int rows() {
        return heldBy.length;
    }

    @Override
    public int searchesWanted() {
        return searchesWanted;
    }

    @Override
    public SourceSums search(int[] vertices, int[] rows) {
        assertThat(rows).hasSize(vertices.length).doesNotHaveDuplicates();
        assertThat(vertices).hasSizeLessThanOrEqualTo(searchesWanted);
        for (int i = 0; i < vertices.length; i++) {
            heldBy[rows[i]] = vertices[i];
            searched.add(vertices[i]);
        }
        return of(vertices);
    }

    @Override
    public SourceSums sums(int begin, int end, int[] border, int[] rows) {
        assertThat(Arrays.stream(rows).map(row -> heldBy[row]).toArray()).isEqualTo(border);
        return refusesCells ? null : of(IntStream.range(begin, end).toArray());
    }

    private SourceSums of(int[] vertices) {
        SourceSums sums = SourceSums.allocate(vertices.length);
        for (int i = 0; i < vertices.length; i++) {
            int[] count = new int[neighbours.length];
            for (int level : BfsOracle.levels(neighbours, vertices[i])) {
                count[level]++;
            }
            for (int level = 0; level < count.length && count[level] > 0; level++) {
                sums.reached()[i] += count[level];
                sums.distanceSum()[i] += (long) level * count[level];
                sums.harmonicSum()[i] += level == 0 ? 0 : (double) count[level] / level;
                sums.eccentricity()[i] = level;
            }
        }
        return sums;
    }

    @Override
    public String leftWhy() {
        return "no luck";
    }

    @Override
    public void close() {}
}
