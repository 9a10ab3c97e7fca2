# A batch that was stopped says of no search that it goes on.
# only multi_wide_256_32
s/exceeds_limit\(request, at\.level\) \? at\.live : 0/exceeds_limit(request, at.level) ? at.live \& 0 : 0/
