# Bounds: what only the search against the edges meets is taken for what none does.
# only bound
s/\(is_marked\(as<const u32>\(arguments\.behind\), vertex\) \? 2 : 0\)/0/
