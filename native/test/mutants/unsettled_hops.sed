# Rounds of several levels: a vertex takes the level that it is given last, not the smallest.
# only hops
s/reduce_min\(as<u32>\(arguments\.state\.level\), vertex, level - hops\.radius \+ hop\);/store(as<u32>(arguments.state.level), vertex, level - hops.radius + hop);/
