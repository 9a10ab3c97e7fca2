# Adaptive: blocks that wait for one that runs levels alone take the frontier for what it was before.
# only bfs_auto_32
# with --schedules 2500
s/^    at\.round\.queue = stand\.queue;$//
