# Rounds of several levels: a vertex that is claimed some hops away stays open to entries of more hops.
# only hops
s/\(1u << hops\.radius\) - \(1u << \(hop - 1\)\)/1u << (hop - 1)/
