# The check of levels: no in-neighbour need be one level up.
# only bfs_verify_64
s/ \&\& ballot\(has_parent\) != 0;/;/
