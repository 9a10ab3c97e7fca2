/// What nearly every program here includes, compiled once for each set of flags. Each file still names what it uses.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bitfront/device.cuh"
#include "machine.h"
