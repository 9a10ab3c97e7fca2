# Adaptive: a pull of many open vertices ends without the lists of the last ones that their firsts did not decide.
# only bfs_auto_32
s/^  if \(lists\.far != 0\) look_far.*$//
