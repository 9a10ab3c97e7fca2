# Independent searches: levels go to the column of a search's number, whatever column was asked for.
# only multi_independent_32
s/load_readonly\(columns, source\)/source/
