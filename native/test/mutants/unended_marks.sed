# Adaptive: what first vertices leave of their lists to the grid is not looked at where they look for marks.
# only bfs_auto_divided_32
# with --schedules 400
s/ \|\| \(kDivides && mode == LevelMode::PushMarked\);/;/
