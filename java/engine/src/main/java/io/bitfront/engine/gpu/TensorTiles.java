package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.Tiles;
import java.util.function.Supplier;

/// When a device has a graph's tiles, which only tensor levels read: as soon as something needs them, and for mode auto
/// where such levels can pay on the graph and there is room.
final class TensorTiles {
    private final Graph graph;
    private final DeviceGraph deviceGraph;
    private final DeviceRoom room;
    private final long fewBytes;
    private final Supplier<TensorWorth> worth;

    /// Null until it is asked for the first time.
    private Boolean pay;

    private String note = "";

    /// @param fewBytes tiles of no more bytes are brought whatever tensor levels are worth
    /// @param worth measures what tensor levels are worth on the graph
    TensorTiles(Graph graph, DeviceGraph deviceGraph, DeviceRoom room, long fewBytes, Supplier<TensorWorth> worth) {
        this.graph = graph;
        this.deviceGraph = deviceGraph;
        this.room = room;
        this.fewBytes = fewBytes;
        this.worth = worth;
    }

    /// Brings them where they are not there yet, if need be in the place of what only saves time.
    void bring() {
        if (!deviceGraph.hasTiles()) {
            room.forTiles();
            deviceGraph.uploadTiles();
        }
    }

    /// Whether tensor levels can pay in mode auto, found once; if so, the tiles are there.
    boolean pay() {
        if (pay == null) {
            boolean worthIt = graph.tileBytes() <= fewBytes;
            if (!worthIt) {
                TensorWorth found = worth.get();
                worthIt = found.pays();
                note = found.toString();
            }
            pay = worthIt && mayBeBrought();
        }
        return pay;
    }

    /// Whether they are there, or could be brought: what fits no device is done without.
    boolean mayBeBrought() {
        try {
            deviceGraph.uploadTiles();
            return true;
        } catch (DeviceException e) {
            note = "no tensor levels: " + e.getMessage();
            return false;
        }
    }

    Tiles report() {
        return new Tiles(graph.tileBytes(), deviceGraph.hasTiles(), note);
    }
}
