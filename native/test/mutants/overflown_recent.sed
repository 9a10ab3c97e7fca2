# Rounds of several levels: what a block has kept stays known where it had no room for it.
# only hops
# with --schedules 2000
/count = upto = 0;/{
n
s/forget_recent<kReach>\(reached\);//
}
