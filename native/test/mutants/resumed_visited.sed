# A resumed traversal's last level does not count as visited.
# only bfs_auto_32
s/store\(state\.visited, word, reached \| strays\);/store(state.visited, word, (reached \& ~last) | strays);/
