# The check of levels: an edge may span more than one level.
# only bfs_verify_32
s/spans \|= other < 0 \|\| other > own \+ 1;/spans |= other < 0 || other > own + 2;/
