# Profiles: a level at which the cell finds nothing keeps the count of the search before.
# only profile
s/store\(own\.counts, level \+ 1, found\);/if (found != 0) &/
