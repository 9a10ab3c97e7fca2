#include "multi_run.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <map>

#include "batch_sums.h"
#include "entries.h"

namespace bitfront::test {

namespace {

template <class T>
const T* view(emulator::Memory& memory, u64 address) {
  return static_cast<const T*>(memory.host_view(address));
}

template <class T>
std::string first_difference(const std::string& what, const T* found, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (found[i] != expected[i]) {
      return what + "[" + std::to_string(i) + "] is " + std::to_string(found[i]) + ", not " + std::to_string(expected[i]);
    }
  }
  return {};
}

/// Costs under which any allowed mode may be chosen at any level.
MultiCosts draw_costs(emulator::Random& random, u32 modes) {
  const auto cost = [&] { return random.below(1u << random.below(12)); };
  u32 allowed = modes;
  if (random.below(2) == 0) {
    do allowed = 1u << (1 + random.below(4));
    while ((allowed & modes) == 0);
  }
  return {allowed, cost(), cost(), cost(), cost(), cost(), cost(), cost(), cost(), cost(), cost(), cost()};
}

/// The entry that begins a batch of records so wide.
void (*begin_of(u32 words))(const MultiArguments&) {
  return words == 8 ? multi_begin_256 : words == 16 ? multi_begin_512 : multi_begin_1024;
}

class BatchRun {
 public:
  BatchRun(EmulatedGraph& graph, const MultiVariant& variant, emulator::Random& random)
      : graph_(graph), vector_(graph.vector()), memory_(graph.memory()), variant_(variant), random_(random) {
    shape_ = draw_shape(random, vector_, variant.tensor == nullptr ? 16 : 8);
    kLightness = random.below(4) == 0 ? 512 : 2;
    inward_ = variant.tensor == nullptr && random.below(3) == 0;
    const u32 piece_edges[] = {1 + random.below(8), 32 + random.below(64), 256};
    GraphArrays arrays = graph.arrays(variant.offsets64, random.below(2) == 0);
    if (variant.tensor != nullptr || random.below(2) == 0) arrays.components = {};
    if (inward_) {
      std::swap(arrays.in_start, arrays.out_start);
      std::swap(arrays.in_index, arrays.out_index);
    }
    live_count_ = arrays.live_count;
    wide_.graph = tensor_.graph = apart_.graph = arrays;
    if (variant.tensor != nullptr) allocate_tensor();
    else if (variant.independent != nullptr) allocate_independent();
    else allocate_wide(piece_edges[random.below(3)]);
  }

  std::string all() {
    std::string wrong;
    if (variant_.prepare != nullptr) wrong = launch("prepare", [&] { variant_.prepare(wide_); });
    if (variant_.rows != nullptr) wrong = launch("rows", [&] { variant_.rows(apart_); });
    for (u32 batch = 0; batch < 2 && wrong.empty(); ++batch) {
      wrong = run_batch();
      if (!wrong.empty()) wrong = "batch " + std::to_string(batch) + " of " + std::to_string(sources_.size()) + " sources: " + wrong;
    }
    if (wrong.empty() && variant_.independent != nullptr) return check_forgotten();
    return wrong.empty() && variant_.tensor == nullptr ? check_cleared() : wrong;
  }

 private:
  u64 zeroed(const char* name, u64 bytes) {
    const u64 address = memory_.allocate(name, bytes);
    std::fill_n(static_cast<char*>(memory_.host_view(address)), bytes, 0);
    memory_.set_initialised(address, bytes);
    return address;
  }

  void allocate_tensor() {
    const u64 slice_sets = tensor_.graph.slice_set_count;
    MultiTensorState& state = tensor_.state;
    state.visited = {memory_.allocate("visited", slice_sets * 256)};
    state.next = {memory_.allocate("next", slice_sets * 256)};
    state.frontier = {memory_.allocate("frontier", slice_sets * 256)};
    state.active_sets = {memory_.allocate("active sets", slice_sets * 32)};
    state.dirty_sets = {memory_.allocate("dirty sets", slice_sets)};
    state.queue[0] = {memory_.allocate("queue 0", tensor_.graph.vss_count * 4ull)};
    state.queue[1] = {memory_.allocate("queue 1", tensor_.graph.vss_count * 4ull)};
    state.control = {zeroed("control", sizeof(MultiControl))};
  }

  /// Rings that a level may fill or not, lists that a block shares or not.
  void allocate_independent() {
    IndependentState& state = apart_.state;
    // With more words than vertices every search that fits its ring clears what it has set, one by one.
    state.seen_words = ((random_.below(2) == 0 ? bitmap_words(live_count_) : live_count_ + 1) + 3) / 4 * 4;
    const u32 whole = std::bit_ceil(std::max(live_count_, 2u));
    state.queue_capacity = random_.below(2) == 0 ? whole : std::min(whole, 2u << random_.below(8));
    state.lanes_log = random_.below(6);
    const u32 lists[] = {~0u, 64, 1 + random_.below(8)};
    state.long_list = lists[random_.below(3)];
    if (variant_.rows != nullptr) state.rows = {memory_.allocate("rows", (16ull << state.lanes_log) * live_count_)};
    state.seen = {zeroed("seen", u64{shape_.blocks} * state.seen_words * 4)};
    state.queue = {memory_.allocate("queue", u64{shape_.blocks} * state.queue_capacity * 4)};
    state.dealt = {memory_.allocate("dealt", 4)};
    state.ends = {memory_.allocate("ends", kMaxSources * 4)};
  }

  void allocate_wide(u32 piece_edges) {
    const u64 n = vector_.vertex_count;
    const u64 bitmap = bitmap_words(vector_.vertex_count) * 4ull;
    const u64 pieces = multi_piece_capacity(n, vector_.out_index.size(), piece_edges) * 8;
    MultiState& state = wide_.state;
    state.records[0] = {zeroed("records 0", n * variant_.words * 4)};
    state.records[1] = {zeroed("records 1", n * variant_.words * 4)};
    state.active[0] = {zeroed("active 0", bitmap)};
    state.active[1] = {zeroed("active 1", bitmap)};
    state.done = {zeroed("done", bitmap)};
    state.ever = {zeroed("ever", bitmap)};
    state.pieces[0] = {memory_.allocate("pieces 0", pieces)};
    state.pieces[1] = {memory_.allocate("pieces 1", pieces)};
    state.found = {memory_.allocate("found", n * 4)};
    state.hubs = {memory_.allocate("hubs", n * 4)};
    state.hub_pieces = {memory_.allocate("hub pieces", pieces)};
    state.marked[0] = {zeroed("marked 0", bitmap)};
    state.marked[1] = {zeroed("marked 1", bitmap)};
    state.candidates[0] = {memory_.allocate("candidates 0", n * 4)};
    state.candidates[1] = {memory_.allocate("candidates 1", n * 4)};
    state.control = {zeroed("control", sizeof(MultiControl))};
    state.piece_edges = piece_edges;
    state.clear_words = wide_.graph.components.is_null() ? bitmap_words(live_count_) : 0;
  }

  std::string launch(const char* name, const std::function<void()>& kernel) {
    std::string wrong = graph_.machine().launch(shape_, random_.next(), kernel);
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  }

  /// Levels are kept for the fold where sums are per target, then each block runs one search at most.
  std::string traverse_independently() {
    IndependentState& state = apart_.state;
    apart_.request = request_;
    const bool folds = !request_.target_sums.is_null();
    state.cell_row = folds ? 1 : request_.level_stride;
    state.cell_column = folds ? cells_a_search() : 1;
    state.columns = {folds || request_.levels.is_null() ? 0 : draw_columns()};
    store_zero(state.dealt.address);
    std::string wrong = launch("traverse", [&] { variant_.independent(apart_); });
    if (wrong.empty() && folds) wrong = launch("fold", [&] { multi_fold(apart_); });
    return wrong;
  }

  /// A column of the matrix for each source: its own number, as no columns say or as they do, or any.
  u64 draw_columns() {
    column_.resize(request_.level_stride);
    for (u32 i = 0; i < column_.size(); ++i) column_[i] = i;
    const u32 kind = random_.below(3);
    for (std::size_t i = kind == 0 ? column_.size() : 0; i > 1; --i) {
      std::swap(column_[i - 1], column_[random_.below(static_cast<u32>(i))]);
    }
    return kind == 1 ? 0 : memory_.allocate_read_only("columns", column_.data(), sources_.size() * 4);
  }

  void store_zero(u64 address) {
    *static_cast<u32*>(memory_.host_view(address)) = 0;
    memory_.set_initialised(address, 4);
  }

  std::string traverse() {
    if (variant_.independent != nullptr) return traverse_independently();
    if (variant_.tensor == nullptr) {
      wide_.request = request_;
      if (!wide_.graph.components.is_null()) {
        const std::string wrong = launch("begin", [&] { begin_of(variant_.words)(wide_); });
        if (!wrong.empty()) return wrong;
      }
      return launch("traverse", [&] { variant_.wide(wide_); });
    }
    tensor_.request = request_;
    return launch("traverse", [&] { variant_.tensor(tensor_); });
  }

  const MultiControl& control() {
    const auto address = variant_.tensor == nullptr ? wide_.state.control.address : tensor_.state.control.address;
    return *view<MultiControl>(memory_, address);
  }

  /// Few sources, whole words of them, and nearly or wholly full records; some twice, some without edges.
  void draw_sources() {
    const u32 width = 32 * variant_.words;
    const u32 fills[] = {1, 31, 32, 33, width - 1, width};
    sources_.resize(variant_.independent != nullptr ? 1 + random_.below(3 * shape_.blocks) : fills[random_.below(6)]);
    const u32 spread = random_.below(3) == 0 ? std::min(vector_.vertex_count, 1 + random_.below(40)) : vector_.vertex_count;
    const u32 base = random_.below(vector_.vertex_count - spread + 1);
    for (u32& source : sources_) {
      source = random_.below(8) == 0
                   ? vector_.traversals[random_.below(static_cast<u32>(vector_.traversals.size()))].source
                   : base + random_.below(spread);
    }
  }

  /// A batch of no sources leaves nothing of the one before it; where components are known, every record is full.
  std::string check_cleared() {
    request_ = {};
    request_.costs = draw_costs(random_, variant_.modes);
    const std::string wrong = traverse();
    if (!wrong.empty()) return "no sources: " + wrong;
    const MultiState& state = wide_.state;
    const u64 bitmap = bitmap_words(live_count_), records = u64{live_count_} * variant_.words;
    const bool known = !wide_.graph.components.is_null();
    for (const auto& [name, words, count, left] :
         {Cleared{"records 0", state.records[0], records, known ? ~0u : 0}, Cleared{"records 1", state.records[1], records, known ? ~0u : 0},
          Cleared{"active 0", state.active[0], bitmap, 0}, Cleared{"active 1", state.active[1], bitmap, 0},
          Cleared{"done", state.done, known ? 0 : bitmap, 0}, Cleared{"ever", state.ever, bitmap, 0},
          Cleared{"marked 0", state.marked[0], bitmap, 0}, Cleared{"marked 1", state.marked[1], bitmap, 0}}) {
      const u32* found = view<u32>(memory_, words.address);
      if (std::any_of(found, found + count, [left](u32 word) { return word != left; })) {
        return std::string(name) + " are not clear after a batch of no sources";
      }
    }
    return {};
  }

  /// Searches leave no bit behind.
  std::string check_forgotten() {
    const IndependentState& state = apart_.state;
    const u64 words = u64{shape_.blocks} * state.seen_words;
    const u32* seen = view<u32>(memory_, state.seen.address);
    return std::any_of(seen, seen + words, [](u32 word) { return word != 0; }) ? "bits of searches are left" : std::string();
  }

  struct Cleared {
    const char* name;
    DevicePtr<u32> words;
    u64 count;
    u32 left;
  };

  const std::vector<i32>& levels_of(u32 source) {
    const auto known = levels_.find(source);
    if (known != levels_.end()) return known->second;
    return levels_[source] = inward_ ? plain_levels(vector_.in_start, vector_.in_index, source)
                                     : plain_levels(vector_.out_start, vector_.out_index, source);
  }

  /// The plain queue must agree with the vector's own oracle.
  std::string check_oracle() {
    if (inward_) return {};
    const Traversal& known = vector_.traversals[random_.below(static_cast<u32>(vector_.traversals.size()))];
    const auto& level = levels_of(known.source);
    for (u32 v = 0; v < vector_.vertex_count; ++v) {
      if (level[v] != known.level[vector_.old_id_of[v]]) return "the two oracles differ";
    }
    return {};
  }

  std::string run_batch() {
    draw_sources();
    const bool per_target = random_.below(3) == 0;
    if (variant_.independent != nullptr && per_target && sources_.size() > shape_.blocks) sources_.resize(shape_.blocks);
    std::string wrong = check_oracle();
    if (!wrong.empty()) return wrong;
    BatchSums expected;
    expected.target_sums.assign(4ull * vector_.vertex_count, 0);
    MultiRequest& request = request_;
    request = {};
    if (per_target && variant_.tensor == nullptr && random_.below(2) == 0) request.summed_levels = random_.below(4);
    if (variant_.independent == nullptr && variant_.tensor == nullptr && random_.below(4) == 0) request.most_levels = 1 + random_.below(5);
    if (variant_.independent == nullptr) {
      for (const u32 source : sources_) add_source(expected, levels_before_stop(source), request.summed_levels);
    }
    const std::size_t mark = memory_.mark();
    const u64 count = sources_.size();
    const bool traced = random_.below(2) == 0;
    request.sources = {memory_.allocate_read_only("sources", sources_.data(), count * 4)};
    request.source_count = static_cast<u32>(count);
    request.costs = draw_costs(random_, variant_.modes);
    request.trace_capacity = random_.below(100);
    if (traced) request.trace = {memory_.allocate("trace", (1 + request.trace_capacity) * sizeof(MultiTraceRecord))};
    if (per_target) {
      request.target_sums = {zeroed("target sums", vector_.vertex_count * 32ull)};
    } else if (random_.below(4) != 0) {
      request.reached = {memory_.allocate("reached", count * 8)};
      request.distance = {memory_.allocate("distance", count * 8)};
      request.harmonic = {memory_.allocate("harmonic", count * 8)};
      request.eccentricity = {memory_.allocate("eccentricity", count * 4)};
    }
    if (variant_.independent != nullptr && per_target) allocate_cells();
    else if (request.most_levels == 0 && random_.below(3) == 0) allocate_matrix();
    if (request.most_levels != 0) request.going_on = {memory_.allocate("going on", variant_.words * 4)};
    if (variant_.independent == nullptr) draw_limits(expected);
    wrong = traverse();
    if (variant_.independent != nullptr) {
      if (wrong.empty()) wrong = check_independent(per_target);
      memory_.release_to(mark);
      return wrong;
    }
    const bool whole = !exceeds_matrix(expected);
    if (wrong.empty() && whole) wrong = per_target ? check_targets(expected) : check_sources(expected);
    if (wrong.empty() && !request.limits.is_null()) wrong = first_difference("cut", view<u32>(memory_, request.cut.address), cuts_);
    if (wrong.empty() && request.most_levels != 0) wrong = check_going_on();
    if (wrong.empty()) wrong = whole ? check_levels(expected, traced && !request.trace.is_null()) : check_end();
    if (wrong.empty()) wrong = check_matrix();
    memory_.release_to(mark);
    return wrong;
  }

  /// Limits that some searches meet after some level, where sums alone are asked for of a kernel that takes limits.
  void draw_limits(BatchSums& expected) {
    MultiRequest& request = request_;
    const bool takes = variant_.tensor == nullptr && (variant_.modes >> static_cast<u32>(MultiLevelMode::Pull) & 1) != 0;
    if (!takes || request.reached.is_null() || !request.levels.is_null() || request.most_levels != 0 || random_.below(2) == 0) return;
    request.trace = {};
    std::vector<SearchLimit> limits(sources_.size());
    cuts_.resize(sources_.size());
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const u32 share = random_.below(9);
      limits[i].reached = expected.reached[i] + (random_.below(4) == 0 ? random_.below(20) : 0);
      limits[i].distance = random_.below(3) == 0 ? ~u64{0} : expected.distance[i] * (4 + random_.below(9)) / 8;
      limits[i].harmonic = random_.below(2) == 0 ? 0 : expected.harmonic[i] * share / 4;
      cuts_[i] = cut_search(expected, i, levels_of(sources_[i]), limits[i]);
    }
    request.limits = {memory_.allocate_read_only("limits", limits.data(), limits.size() * sizeof(SearchLimit))};
    request.cut = {memory_.allocate("cut", limits.size() * 4)};
  }

  /// Levels of a source that a batch runs.
  std::vector<i32> levels_before_stop(u32 source) {
    std::vector<i32> level = levels_of(source);
    const auto beyond = [&](i32 hops) { return request_.most_levels != 0 && hops > static_cast<i32>(request_.most_levels); };
    std::replace_if(level.begin(), level.end(), beyond, -1);
    return level;
  }

  /// A batch stops where a source has farther to go, and says so of those that reached something at the last level.
  std::string check_going_on() {
    const auto most = static_cast<i32>(request_.most_levels);
    const bool stopped = control().levels > request_.most_levels;
    const u32* words = view<u32>(memory_, request_.going_on.address);
    for (u32 i = 0; i < 32 * variant_.words; ++i) {
      const bool told = (words[i / 32] >> i % 32 & 1) != 0;
      const auto& level = levels_of(i < sources_.size() ? sources_[i] : sources_[0]);
      const auto reaches = [&](i32 hops) { return i < sources_.size() && std::find(level.begin(), level.end(), hops) != level.end(); };
      if (!stopped && reaches(most + 1)) return "the batch goes no farther than source " + std::to_string(i);
      if (told != (stopped && reaches(most))) return "source " + std::to_string(i) + (told ? " is" : " is not") + " said to go on";
    }
    return {};
  }

  /// A row per live vertex, as long as the sources need or longer.
  void allocate_matrix() {
    const u32 bytes[] = {1, 2, 4};
    MultiRequest& request = request_;
    request.level_bytes = bytes[random_.below(3)];
    request.level_stride = (request.source_count + 3) / 4 * 4 + 4 * random_.below(3);
    const u64 size = u64{live_count_} * request.level_stride * request.level_bytes;
    request.levels = {memory_.allocate("levels", size)};
    std::memset(memory_.host_view(request.levels.address), 0xFF, size);
    memory_.set_initialised(request.levels.address, size);
  }

  u64 cells_a_search() const { return (live_count_ + 1ull) / 2 * 2; }

  /// Levels of a search one after the other, as `multi_fold` reads them.
  void allocate_cells() {
    MultiRequest& request = request_;
    request.level_bytes = random_.below(2) == 0 ? 2 : 4;
    const u64 size = cells_a_search() * request.source_count * request.level_bytes;
    request.levels = {memory_.allocate("levels", size)};
    std::memset(memory_.host_view(request.levels.address), 0xFF, size);
    memory_.set_initialised(request.levels.address, size);
  }

  /// A search ends as its levels, the room of its queue and that of the levels asked for demand; sums are of those that end whole.
  std::string check_independent(bool per_target) {
    BatchSums expected;
    expected.target_sums.assign(4ull * vector_.vertex_count, 0);
    const u32* ends = view<u32>(memory_, apart_.state.ends.address);
    for (u32 i = 0; i < sources_.size(); ++i) {
      const SearchEnd end = expected_end(levels_of(sources_[i]));
      if (ends[i] != static_cast<u32>(end)) {
        return "search " + std::to_string(i) + " ends " + std::to_string(ends[i]) + ", not " + std::to_string(static_cast<u32>(end));
      }
      if (end == SearchEnd::Whole) {
        add_source(expected, levels_of(sources_[i]), request_.summed_levels);
        continue;
      }
      expected.reached.push_back(0);
      expected.distance.push_back(0);
      expected.harmonic.push_back(0);
      expected.eccentricity.push_back(0);
    }
    if (!per_target) {
      const std::string wrong = check_sources(expected);
      return wrong.empty() ? check_whole_columns() : wrong;
    }
    const std::string wrong = check_targets(expected);
    if (!wrong.empty()) return wrong;
    const auto* cells = view<u8>(memory_, request_.levels.address);
    const u64 size = cells_a_search() * request_.source_count * request_.level_bytes;
    return std::any_of(cells, cells + size, [](u8 byte) { return byte != 0xFF; }) ? "the fold leaves levels behind" : std::string();
  }

  SearchEnd expected_end(const std::vector<i32>& level) const {
    const i32 depth = *std::max_element(level.begin(), level.end());
    std::vector<u32> count(static_cast<std::size_t>(depth) + 2, 0);
    for (const i32 hops : level) {
      if (hops >= 0) ++count[static_cast<std::size_t>(hops)];
    }
    for (std::size_t hops = 0; hops + 1 < count.size(); ++hops) {
      if (!request_.levels.is_null() && hops + 1 > static_cast<std::size_t>(last_level())) return SearchEnd::TooDeep;
      if (count[hops] + count[hops + 1] > apart_.state.queue_capacity) return SearchEnd::QueueFull;
    }
    return SearchEnd::Whole;
  }

  /// Columns of searches that ended whole are right, and no other column is touched.
  std::string check_whole_columns() {
    if (request_.levels.is_null()) return {};
    const u32* ends = view<u32>(memory_, apart_.state.ends.address);
    for (u32 source = 0; source < request_.level_stride; ++source) {
      if (source < sources_.size() && ends[source] != static_cast<u32>(SearchEnd::Whole)) continue;
      for (u32 v = 0; v < live_count_; ++v) {
        const i32 expected = source < sources_.size() ? levels_of(sources_[source])[v] : -1;
        const i32 found = found_level(u64{v} * request_.level_stride + column_[source]);
        if (found != expected) {
          return "level of vertex " + std::to_string(v) + " from source " + std::to_string(source) + " is " + std::to_string(found) +
                 ", not " + std::to_string(expected);
        }
      }
    }
    return {};
  }

  i32 last_level() const { return request_.level_bytes == 1 ? 127 : request_.level_bytes == 2 ? 32767 : 0x7FFFFFFF; }

  bool exceeds_matrix(const BatchSums& expected) const {
    const auto& depths = expected.eccentricity;
    return !request_.levels.is_null() && *std::max_element(depths.begin(), depths.end()) > static_cast<u32>(last_level());
  }

  std::string check_end() {
    const u32 levels = control().levels;
    return levels == static_cast<u32>(last_level()) + 1 ? std::string() : std::string("ends at level ").append(std::to_string(levels));
  }

  i32 found_level(u64 at) {
    const u64 address = request_.levels.address;
    if (request_.level_bytes == 1) return view<std::int8_t>(memory_, address)[at];
    if (request_.level_bytes == 2) return view<std::int16_t>(memory_, address)[at];
    return view<i32>(memory_, address)[at];
  }

  std::string check_matrix() {
    if (request_.levels.is_null()) return {};
    for (u32 v = 0; v < live_count_; ++v) {
      for (u32 column = 0; column < request_.level_stride; ++column) {
        i32 expected = column < request_.source_count ? levels_of(sources_[column])[v] : -1;
        if (expected > last_level()) expected = -1;
        const i32 found = found_level(u64{v} * request_.level_stride + column);
        if (found == expected) continue;
        return "level of vertex " + std::to_string(v) + " from source " + std::to_string(column) + " is " +
               std::to_string(found) + ", not " + std::to_string(expected);
      }
    }
    return {};
  }

  std::string check_sources(const BatchSums& expected) {
    const MultiRequest& request = request_;
    if (request.reached.is_null()) return {};
    std::string wrong = first_difference("reached", view<u64>(memory_, request.reached.address), expected.reached);
    if (wrong.empty()) wrong = first_difference("distance", view<u64>(memory_, request.distance.address), expected.distance);
    if (wrong.empty()) wrong = first_difference("harmonic", view<double>(memory_, request.harmonic.address), expected.harmonic);
    if (wrong.empty()) {
      wrong = first_difference("eccentricity", view<u32>(memory_, request.eccentricity.address), expected.eccentricity);
    }
    return wrong;
  }

  std::string check_targets(const BatchSums& expected) {
    return first_difference("target sums", view<u64>(memory_, request_.target_sums.address), expected.target_sums);
  }

  /// The last level run is the deepest, or one more that found nothing; none is run in a mode that is not allowed.
  std::string check_levels(const BatchSums& expected, bool traced) {
    const u32 levels = control().levels;
    const u32 depth = *std::max_element(expected.eccentricity.begin(), expected.eccentricity.end());
    if (levels != depth && levels != depth + 1) {
      return "levels is " + std::to_string(levels) + " where the last level is " + std::to_string(depth);
    }
    if (!traced) return {};
    const auto* records = view<MultiTraceRecord>(memory_, request_.trace.address);
    const u32 tensor = 1u << static_cast<u32>(MultiLevelMode::Tensor);
    const u32 allowed = variant_.tensor == nullptr ? request_.costs.allowed : tensor;
    const u32 ran = request_.most_levels == 0 ? levels : std::min(levels, request_.most_levels);
    for (u32 level = 0; level < std::min(ran, request_.trace_capacity); ++level) {
      const MultiTraceRecord& record = records[level];
      if ((allowed >> static_cast<u32>(record.mode) & 1) == 0 || record.vertices == 0 ||
          record.nanoseconds == 0) {
        return "trace of level " + std::to_string(level + 1) + " says mode " + std::to_string(static_cast<u32>(record.mode)) +
               " and " + std::to_string(record.vertices) + " vertices";
      }
      if (variant_.tensor == nullptr && !states_level(record, level + 1)) {
        return "trace of level " + std::to_string(level + 1) + " misstates what it began from";
      }
    }
    return {};
  }

  /// Whether a record's terms are those of its mode and of the vertices that some source has found one level up.
  bool states_level(const MultiTraceRecord& record, u32 level) {
    const auto& start = inward_ ? vector_.in_start : vector_.out_start;
    u32 vertices = 0;
    u64 edges = 0;
    for (u32 v = 0; v < live_count_; ++v) {
      const u64 degree = start[v + 1] - start[v];
      if (level == 1 && degree == 0) continue;
      const auto found = [&](u32 source) { return levels_of(source)[v] == static_cast<i32>(level - 1); };
      if (std::none_of(sources_.begin(), sources_.end(), found)) continue;
      ++vertices;
      edges += degree;
    }
    const MultiPaid& terms = record.terms;
    const bool pushes = record.mode == MultiLevelMode::Push;
    const bool sparse = record.mode == MultiLevelMode::SparsePull;
    const bool filtered = record.mode == MultiLevelMode::FilteredPull;
    return record.vertices == vertices && terms.push_level == static_cast<float>(pushes) &&
           terms.push_edge == (pushes ? static_cast<float>(edges) : 0) &&
           terms.push_vertex == (pushes ? static_cast<float>(vertices) : 0) &&
           terms.pull_vertex == (pushes || sparse ? 0 : static_cast<float>(live_count_)) &&
           (terms.pull_probe != 0) <= filtered && terms.sparse_level == static_cast<float>(sparse) &&
           (terms.sparse_vertex != 0) == sparse && (terms.sparse_record != 0) == sparse;
  }

  EmulatedGraph& graph_;
  const Vector& vector_;
  emulator::Memory& memory_;
  const MultiVariant& variant_;
  emulator::Random& random_;
  emulator::GridShape shape_;
  bool inward_;
  u32 live_count_;
  MultiArguments wide_{};
  MultiTensorArguments tensor_{};
  IndependentArguments apart_{};
  MultiRequest request_{};
  std::vector<u32> sources_;
  std::vector<u32> cuts_;    ///< the level after which a limit ends each search, 0 where none does
  std::vector<u32> column_;  ///< of each source in the matrix of independent searches
  std::map<u32, std::vector<i32>> levels_;
};

}  // namespace

std::string run_batches(EmulatedGraph& graph, const MultiVariant& variant, u64 seed) {
  emulator::Random random(seed);
  const std::size_t mark = graph.memory().mark();
  std::string wrong = BatchRun(graph, variant, random).all();
  graph.memory().release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
