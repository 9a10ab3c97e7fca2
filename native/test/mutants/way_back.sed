# Bounds: a vertex is taken to be two hops from itself.
# only bound
s/sum - degree < others \? sum - degree : others/sum < others ? sum : others/
