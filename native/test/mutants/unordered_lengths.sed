# Multi-source: a lane clears the lengths of shared lists while others still read what was there.
# only multi_wide_1024_32
# with --graph layers_natural --modes 8 --at-least 100
/const u64 shift = begin - \(upto - degree\);/{
n
s/^ *warp_barrier\(\);$//
}
