# Rounds of several levels: what a block has kept stays known where it is dropped, as all pieces are dealt anew.
# only hops
# with --schedules 2000
/if \(!in_full && !uneven\) return false;/{
n
s/forget_recent<kReach>\(reached\);//
}
