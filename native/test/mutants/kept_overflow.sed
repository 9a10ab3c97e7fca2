# Small rounds: a block that has queued pieces for others says nothing.
s/\(flagged != length \? 1 : 0\)/0/
