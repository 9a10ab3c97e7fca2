# Adaptive: a push after a pull trusts a queue that the pull did not build.
# only bfs_auto_32
s/at\.queued = queues\(mode\);/at.queued = true;/
