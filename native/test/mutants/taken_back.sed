# Bounds: of directed graphs, too, each way is taken to lead back once for every neighbour.
# only bound
s/is_directed\(arguments\) \? sum : sum - degree/sum - degree/
