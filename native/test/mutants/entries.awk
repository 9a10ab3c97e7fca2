# Of bitfront.cu what one mutant must be compiled of: the rest comes from the sound kernels it is linked with.
#   -v only=NAME    of the traversals that entry, or those whose names begin with NAME_; all of them where it is empty
/^BITFRONT_[A-Z_]*_ENTRY\(/ {
  match($0, /\([a-z0-9_]+/)
  name = substr($0, RSTART + 1, RLENGTH - 1)
  traversal = $0 ~ /^BITFRONT_(BFS|MULTI|MULTI_TENSOR|INDEPENDENT|PROFILE)_ENTRY/
  left_out = name ~ /^prepare_/ || name ~ /^(bound|eccentricity)_/ && index(name, only "_") != 1 || traversal && only != "" && name != only && index(name, only "_") != 1
}
!left_out
/\)$/ { left_out = 0 }
