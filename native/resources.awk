# Turns `ptxas -v` output into one line per kernel and target: registers, shared memory, spills.
BEGIN { printf "%-18s %-8s %9s %11s %12s\n", "kernel", "target", "registers", "shared B", "spilled B" }
/Compiling entry function/ { split($0, part, "'"); kernel = part[2]; target = part[4] }
/bytes stack frame/ { spills = $5 + $9 }
/Used [0-9]+ registers/ {
  shared = 0
  for (i = 1; i <= NF; i++) {
    if ($i == "Used") registers = $(i + 1)
    if ($i == "smem" || $i == "smem,") shared = $(i - 2)
  }
  printf "%-18s %-8s %9d %11d %12d\n", kernel, target, registers, shared, spills
}
