# Adaptive: a vertex whose firsts are all unvisited is not looked at further.
# only bfs_pull_32
s/more = !met && waiting\.firsts\.of\[kFirsts - 1\] < kListEnds/more = false/
