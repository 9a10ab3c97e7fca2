# Profiles: paths between two vertices of a cell that leave it on the way are forgotten.
# only profile
s/if \(load\(memory\.levels, b\) != level\) continue;/continue;/
