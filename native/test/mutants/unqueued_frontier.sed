# Adaptive: a push after a pull trusts a queue that the pull did not build.
s/at\.queued = queues\(mode\);/at.queued = true;/
