# Profiles: a vertex whose hash is a profile's is taken for one of it unseen.
# only profile
s/return wrong == 0;/return true;/
