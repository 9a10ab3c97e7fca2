# Adaptive: a warp that runs levels alone follows no list of its upper lanes.
# only bfs_auto_32
s/lane_id\(\) < shuffle\(upto, kLanes - 1\)\)/lane_id() < shuffle(upto, kLanes \/ 2))/
