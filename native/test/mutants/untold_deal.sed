# How much a block holds is read before it has told of this deal.
s/await_told\(told, i, deal\)/load_told(told, i)/
s/^BITFRONT_DEVICE u64 told_pieces/BITFRONT_DEVICE u64 load_told(DevicePtr<u64> told, u64 i) { return load_relaxed(as<u32>(told), 2 * i); }\n&/
# only correcting
