# Small rounds: pieces that are dealt anew are read before all blocks have stored them.
/give_pieces\(state, block, parity, static_cast/{
n
s/synchronise\(state\);//
}
