# Eccentricities: who may still be the centre is left out.
# only eccentricity
s/\(range\.most > extremes\.diameter \|\| range\.least < extremes\.radius\)/range.most > extremes.diameter/
