# Rows of a VSS that neighbouring lanes hold in one word are forgotten, not handed on.
# only bfs_auto_32
s/lane_id\(\) > partner \? bits\[k\] \| others : 0/lane_id() > partner ? bits[k] \& others : 0/
