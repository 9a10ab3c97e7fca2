# Lists what the headers declare, for `layout.cpp` to measure: CONSTANT(name), ENUM(type, name), STRUCT(name, header),
# FIELD(struct, name). Each declaration begins on a line of its own, as they all do.
FNR == 1 { header = FILENAME; sub(/.*\//, "", header) }
{ sub(/ *\/\/.*/, "") }
/^constexpr (u32|u64|float) k[A-Za-z]+ = / { name = $3; print "CONSTANT(" name ")" }
/^enum class / {
  type = $3
  text = $0
  while (text !~ /}/ && (getline line) > 0) { sub(/ *\/\/.*/, "", line); text = text " " line }
  sub(/^[^{]*{/, "", text)
  sub(/}.*/, "", text)
  count = split(text, names, /,/)
  for (i = 1; i <= count; i++) {
    sub(/=.*/, "", names[i])
    gsub(/ /, "", names[i])
    print "ENUM(" type ", " names[i] ")"
  }
}
/^struct [A-Za-z]+ \{/ && $2 != "DevicePtr" { inside = $2; print "STRUCT(" inside ", \"" header "\")" }
/^};/ { inside = "" }
inside != "" && /;/ {
  sub(/^ *(DevicePtr<[^>]*>|[A-Za-z0-9_]+) +/, "")
  sub(/;.*/, "")
  count = split($0, names, /, */)
  for (i = 1; i <= count; i++) {
    sub(/\[.*/, "", names[i])
    print "FIELD(" inside ", " names[i] ")"
  }
}
