# The check of levels: whatever is negative counts as unreached.
# only bfs_verify_64
s/ \|\| own < -1\) return false;/) return false;/
