# Multi-source: what a vertex gained last, when it wants nothing more, stays out of its other record.
# only multi_wide_256_32
s/& \(~done \| was_active\);/\& ~done;/
