#!/bin/sh
# Fails unless the kernels contain the instructions their design rests on.
#   check_instructions.sh FILE.ptx [FILE.fatbin]
# In PTX always; in the fatbin's sm_90 code too where it has some and cuobjdump is at hand.
set -eu
ptx=$1
fail() { echo "check_instructions: $1" >&2; exit 1; }

# Lines of one entry's body that match a pattern.
count() { awk -v entry="$1" -v pattern="$2" '
  $0 ~ "^\\.visible \\.entry " entry "\\(" { inside = 1 }
  inside && $0 ~ pattern { n++ }
  inside && /^}/ { inside = 0 }
  END { print n + 0 }' "$ptx"; }

expect() { # entry, pattern, count, what
  found=$(count "$1" "$2")
  [ "$found" -eq "$3" ] || fail "$1 has $found of $4, not $3"
}

mma='mma\.sync\.aligned\.m8n8k128\.row\.col\.s32\.b1\.b1\.s32\.and\.popc'
for entry in bfs_eager bfs_lazy bfs_lazy_pull_32 bfs_lazy_pull_64; do
  expect $entry "$mma" 2 "the bit MMA per VSS"
  expect $entry 'ld\.global\.nc\.L1::no_allocate\.v4\.u32' 1 "the 128-bit row load"
done
# Two VSSs at a time, two products each.
for width in 32 64 small_32 small_64; do expect bfs_auto_$width "$mma" 4 "the bit MMA per two VSSs"; done
for width in 32 64; do expect bfs_pull_$width "$mma" 4 "the bit MMA per two VSSs"; done
for entry in multi_tensor multi_tensor_reindexed multi_tensor_plain; do
  expect $entry "$mma" 16 "the bit MMA per word of searches"
done
for entry in bfs_eager_naive bfs_lazy_naive; do expect $entry "$mma" 16 "the bit MMA per VSS"; done

# Lazy marking waits for nothing: one reduction per row of a lane, one more where a level is pulled, no atomic OR.
expect bfs_lazy 'red\.relaxed\.gpu\.global\.or\.b32' 4 "red.or"
for width in 32 64; do expect bfs_lazy_pull_$width 'red\.relaxed\.gpu\.global\.or\.b32' 5 "red.or"; done
for entry in bfs_lazy bfs_lazy_naive bfs_lazy_pull_32 bfs_lazy_pull_64; do
  expect $entry 'atom.*\.or\.b32' 0 "atom.or"
done

if [ $# -gt 1 ] && command -v cuobjdump > /dev/null && cuobjdump -lelf "$2" | grep -q 'sm_90\.'; then
  sass=$(mktemp); trap 'rm -f "$sass"' EXIT
  cuobjdump -sass -arch sm_90 "$2" > "$sass"
  for entry in bfs_lazy bfs_lazy_pull_32 bfs_lazy_pull_64; do
    awk -v entry="$entry" '/Function :/ { inside = $3 == entry }
      inside && /REDG?\.[^;]*OR/ { red = 1 } inside && /ATOMG[^;]*OR/ { atom = 1 } inside && /BMMA/ { bmma = 1 }
      END { exit !(red && bmma && !atom) }' "$sass" || fail "$entry: SASS lacks RED.OR or BMMA, or holds ATOMG.OR"
  done
  echo "check_instructions: PTX and SASS hold what they must"
else
  echo "check_instructions: PTX holds what it must (SASS not looked at: no cuobjdump, or none for sm_90)"
fi
