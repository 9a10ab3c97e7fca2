# Adaptive: Beamer's rule compares with all edges, not with those of unvisited vertices.
s/edges \* alpha > left\.edges/edges * alpha > all.edges/
