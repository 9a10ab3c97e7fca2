# Bounds: of long lists only every second piece counts.
# only bound
s/if \(lane_id\(\) == 0\) reduce_add\(arguments\.sums, vertex, sum\);/if (lane_id() == 0 \&\& from % 2 == 0) reduce_add(arguments.sums, vertex, sum);/
