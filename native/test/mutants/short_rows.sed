# Independent searches: a row that does not hold its vertex's list ends with a neighbour and says nothing of the others.
# only multi_independent_ell_32
s/neighbour = kMoreNeighbours;/neighbour = load_readonly(arguments.graph.out_index, edges.begin + place);/
