# Hits of words that a lane has beyond its warp's first four are counted for another lane's word.
# only bfs_auto_32
s/place \/ stride \* kEvenWords \+ place % kEvenWords/place % stride % kLanes/
