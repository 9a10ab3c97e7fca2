# Samples that a pull would find something for are taken for those that it would look at in vain.
# only bfs_auto_32
# with --schedules 1500
s/return !any;/return any;/
