# A vertex whose level falls is not followed again.
s/const bool fresh = before > step;/const bool fresh = before == kNoVertex;/
# only correcting
# with --schedules 2000
