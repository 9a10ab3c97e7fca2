# Adaptive: vertices outside the largest component are left out, though the source is one of them.
# only bfs_auto_32
s/return !strays\.is_null\(\) && \(.*/return !strays.is_null() \&\& source != kNoVertex;/
