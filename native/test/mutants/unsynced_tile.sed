# Profiles: a tile is brought while other warps still read the one before.
# only profile
/take_tile\(memory, tile, left/{
n
s/block_barrier\(\);//
}
