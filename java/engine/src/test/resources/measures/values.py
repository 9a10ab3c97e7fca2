"""Computes values.json: what NetworkX, igraph and NetworKit say of six small graphs.

The values are those libraries' own, not ours. To make them anew: pip install networkx igraph networkit, then
python3 values.py > values.json. The build reads values.json alone.
"""

import json
import math

import igraph
import networkit
import networkx

GRAPHS = [
    ("chain and a lone vertex", 6, False, [(0, 1), (1, 2), (2, 3), (3, 4)]),
    ("star", 6, False, [(0, i) for i in range(1, 6)]),
    ("triangle, pair and a lone vertex", 6, False, [(0, 1), (1, 2), (2, 0), (3, 4)]),
    ("Krackhardt's kite", 10, False, sorted(networkx.krackhardt_kite_graph().edges())),
    ("circle with ways in and out", 7, True, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (5, 0)]),
    ("diamond and a pair", 7, True, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (5, 6)]),
]


def in_order(scores, n):
    return [scores[v] for v in range(n)]


def of_networkx(n, directed, edges):
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    yield "closeness_centrality(G)", "wf", "in", in_order(networkx.closeness_centrality(graph), n)
    yield ("closeness_centrality(G, wf_improved=False)", "closeness", "in",
           in_order(networkx.closeness_centrality(graph, wf_improved=False), n))
    yield "harmonic_centrality(G)", "harmonic", "in", in_order(networkx.harmonic_centrality(graph), n)


def of_igraph(n, directed, edges):
    graph = igraph.Graph(n=n, edges=edges, directed=directed)
    for mode in ("out", "in"):
        yield f'closeness(mode="{mode}", normalized=True)', "closeness", mode, graph.closeness(mode=mode, normalized=True)
        yield (f'harmonic_centrality(mode="{mode}", normalized=True)', "harmonic_normalised", mode,
               graph.harmonic_centrality(mode=mode, normalized=True))
        yield (f'harmonic_centrality(mode="{mode}", normalized=False)', "harmonic", mode,
               graph.harmonic_centrality(mode=mode, normalized=False))
        yield f'eccentricity(mode="{mode}")', "eccentricity", mode, graph.eccentricity(mode=mode)


def of_networkit(n, directed, edges):
    if directed:
        return
    graph = networkit.Graph(n, directed=False)
    for source, target in edges:
        graph.addEdge(source, target)
    generalized = networkit.centrality.ClosenessVariant.GENERALIZED
    yield ("Closeness(G, True, ClosenessVariant.GENERALIZED)", "wf", "out",
           networkit.centrality.Closeness(graph, True, generalized).run().scores())
    yield "HarmonicCloseness(G, False)", "harmonic", "out", networkit.centrality.HarmonicCloseness(graph, False).run().scores()
    yield "HarmonicCloseness(G, True)", "harmonic_normalised", "out", networkit.centrality.HarmonicCloseness(graph, True).run().scores()


def rows():
    libraries = [("NetworkX", networkx.__version__, of_networkx), ("igraph", igraph.__version__, of_igraph),
                 ("NetworKit", networkit.__version__, of_networkit)]
    for name, n, directed, edges in GRAPHS:
        graph = {"graph": name, "vertices": n, "directed": directed, "edges": edges, "values": []}
        for library, version, values in libraries:
            for call, measure, direction, scores in values(n, directed, edges):
                graph["values"].append({
                    "library": f"{library} {version}", "call": call, "measure": measure, "direction": direction,
                    "scores": [None if math.isnan(score) else score for score in scores]})
        yield graph


if __name__ == "__main__":
    lines = []
    for row in rows():
        values = ",\n  ".join(json.dumps(value) for value in row.pop("values"))
        lines.append(json.dumps(row)[:-1] + ', "values": [\n  ' + values + "]}")
    print("[" + ",\n".join(lines) + "]")
