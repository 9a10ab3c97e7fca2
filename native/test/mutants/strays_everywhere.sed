# Adaptive: vertices outside the largest component are left out, though the source is one of them.
# only bfs_auto_32
s/(leaves_out = !graph\.strays\.is_null\(\)) \&\& .*/\1;/
