# The check of levels: an unreached vertex with a reached in-neighbour passes.
# only bfs_verify_32
s/spans \|= other < 0 \|\| other > own \+ 1;/spans |= other > own + 1;/
