# What blocks have no room for is never followed.
s/if \(\(sum & kMostArrivals\) != 0\) follow_given/if ((sum \& kMostArrivals) > kMostArrivals) follow_given/
# only correcting
