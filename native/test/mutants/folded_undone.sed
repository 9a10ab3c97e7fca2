# Independent searches: levels of one that was left undone are added to the vertices' sums.
# only multi_independent_32
s/if \(load\(arguments\.state\.ends, source\) != static_cast<u32>\(SearchEnd::Whole\)\) continue;//
