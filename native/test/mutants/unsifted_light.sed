# Multi-source: what light sources reached is not looked for.
# only multi_wide_1024_32
s/while \(count != 0 && ballot\(\(wanted\.bits & ~found\) != 0\) != 0\)/while (kFiltered \&\& count != 0 \&\& ballot((wanted.bits \& ~found) != 0) != 0)/
# with --graph directed_uniform_n_7_seed_7_rcm --at-least 400
