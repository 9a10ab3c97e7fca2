# Adaptive: edges beyond those that a warp sorts in a turn are not followed.
# only bfs_auto_sorted_32
# with --graph hubs_n_3000_seed_1_random --schedules 12000
s/first < own\.total; first \+= kLanes\)/first + own.total < own.total; first += kLanes)/
