# Bounds: of vertices of few edges there may be more than there are.
# only bound
s/second \+= ways < most \? ways : most;/second += ways < most ? ways : ways;/
