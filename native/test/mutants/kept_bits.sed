# Independent searches: the bits of vertices that have left the queue stay set for the next search.
# only multi_independent_64
# with --schedules 3000
s/queued_all && queued <= own\.mask \+ 1 && queued < state\.seen_words/queued_all \&\& queued < state.seen_words/
s/load\(own\.queue, i\) \/ 32, 0u/load(own.queue, i \& own.mask) \/ 32, 0u/
