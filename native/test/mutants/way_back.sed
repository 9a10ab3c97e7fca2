# Bounds: a vertex is taken to be two hops from itself.
# only bound
s/is_directed\(arguments\) \? sum : sum - degree/sum/
