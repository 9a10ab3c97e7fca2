# Long lists: of two that a piece of all positions touches, the second is passed over.
# only bfs_verify_32
s/vertex = vertex == other \? ~0u : other/vertex = ~0u/
