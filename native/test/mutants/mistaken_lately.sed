# A vertex is taken for one reached lately by the low bits of its number alone.
s/vertex\[k\] != kNoVertex\) != vertex\[k\];/vertex[k] != kNoVertex) % kReachedLately != vertex[k] % kReachedLately;/
# only correcting
