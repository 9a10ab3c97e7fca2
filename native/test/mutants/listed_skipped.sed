# Bounds: vertices that are to be skipped are listed.
# only bound
s/if \(is_marked\(arguments\.skipped, v\)\) continue;//
