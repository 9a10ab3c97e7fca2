# Eccentricities: of several vertices that may be farthest the nearest to the searches before is taken.
# only eccentricity
s/return arguments\.upwards != 0 \? total \+ 1 : ~total;/return ~total;/
