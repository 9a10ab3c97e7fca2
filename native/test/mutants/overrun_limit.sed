# A correcting traversal runs one step more than its limit.
# only correcting
s/if \(step >= arguments\.request\.max_level\) return step;/if (step > arguments.request.max_level) return step;/
