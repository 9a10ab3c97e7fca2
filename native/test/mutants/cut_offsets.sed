# Offsets of 64 bits are cut to 32.
# only bfs_auto_64
s/return load_readonly\(as<const u64>\(starts\), index\);/return static_cast<u32>(load_readonly(as<const u64>(starts), index));/
