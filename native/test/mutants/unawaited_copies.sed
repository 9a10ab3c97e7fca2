# A lane takes records over before the other lanes' copies have arrived.
# only multi_wide_1024_32
/await_copies<0>\(\);/{
n
s/^ *warp_barrier\(\);$//
t
n
s/^ *warp_barrier\(\);$//
}
