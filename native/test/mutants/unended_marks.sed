# Adaptive: what first vertices leave of their lists to the grid is not looked at where they look for marks.
# only bfs_auto_divided_32
# with --graph late_neighbours_natural --schedules 30000
s/ \|\| \(kDivides && mode == LevelMode::PushMarked\);/;/
