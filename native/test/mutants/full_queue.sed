# Independent searches: one goes on without the vertices that its queue had no room for.
# only multi_independent_32
s/if \(found > own\.mask \+ 1 - \(search\.end - search\.begin\)\)/if (found > own.mask + 1)/
