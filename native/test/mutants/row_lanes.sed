# Independent searches: what a row lacks is followed as if each lane of a list held the row's end.
# only multi_independent_ell_64
s/first \+ kRowLane \* lanes - 1\)/first + kRowLane * lanes)/
