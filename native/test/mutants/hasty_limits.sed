# What a search has not met is taken to be two levels farther.
# only multi_wide_256_32
s/left \* \(at\.level \+ 1\) >/left * (at.level + 2) >/
