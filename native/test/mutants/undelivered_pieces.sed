# Small rounds: pieces that are dealt anew are read before all blocks have stored them.
# only bfs_auto_small_64
/give_pieces\(state, block, parity, static_cast/{
n
s/synchronise\(state\);//
}
