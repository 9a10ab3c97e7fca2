# Rounds of several levels: an entry is taken for known where one of more hops was.
# only hops
s/ && before <= entry;$/;/
