# Adaptive: a push after a pull trusts a queue that the pull did not build.
s/at\.queued = mode == LevelMode::Push;/at.queued = true;/
