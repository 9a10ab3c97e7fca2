# Adaptive: what was marked beside bins is not looked at when these are swept.
# only bfs_auto_sorted_32
s/const u32 marked = told \| gathered;/const u32 marked = gathered != 0 ? gathered : told;/
