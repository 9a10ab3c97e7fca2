# Records are taken over while they are still on their way.
# only multi_wide_1024_32
s/^      await_copies<[01]>\(\);$//
