/// Prints what host and kernels agree on as the compiler lays it out: constants, enumerators, structs, and of each field
/// offset, bytes of an element, type and number of elements. `../abi.layout` is its committed output; Java's structs are
/// made from that and tested against it.
///
///   layout            prints
///   layout FILE       compares with FILE: a line for each fact that differs, exit code 1 where one does

#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "bitfront/bound_abi.cuh"
#include "bitfront/eccentricity_abi.cuh"
#include "bitfront/multi_abi.cuh"
#include "bitfront/prepare_abi.cuh"
#include "bitfront/profile_abi.cuh"

namespace bitfront {
namespace {

template <class T>
struct Named {
  static constexpr const char* kName = nullptr;
};
template <class T>
struct Named<DevicePtr<T>> {
  static constexpr const char* kName = "address";
};
#define TYPE(type, name)                      \
  template <>                                 \
  struct Named<type> {                        \
    static constexpr const char* kName = name; \
  };
TYPE(u8, "u8") TYPE(u16, "u16") TYPE(u32, "u32") TYPE(u64, "u64") TYPE(i32, "i32") TYPE(float, "f32") TYPE(double, "f64")
#define CONSTANT(name)
#define ENUM(type, name)
#define FIELD(type, name)
#define STRUCT(type, header) TYPE(type, #type)
#include "members.inc"
#undef STRUCT
#undef FIELD
#undef ENUM
#undef CONSTANT

template <class T>
constexpr const char* name_of() {
  if constexpr (std::is_enum_v<T>) {
    return Named<std::underlying_type_t<T>>::kName;
  } else {
    return Named<T>::kName;
  }
}

/// What is printed, by what it is about; and whether fields cover their structs.
class Layout {
 public:
  template <class T>
  void constant(const char* name, T value) {
    std::ostringstream text;
    text << "constant " << name << ' ' << name_of<T>() << ' ' << value;
    add(name, text.str());
  }

  void enumerator(const char* type, const char* name, u64 value) {
    add(std::string(type) + "." + name, "enumerator " + std::string(type) + ' ' + name + ' ' + std::to_string(value));
  }

  void structure(const char* name, const char* header, u64 bytes, u64 alignment) {
    end_structure();
    inside = name;
    end = 0;
    size = bytes;
    align = alignment;
    add(name, "struct " + inside + ' ' + std::to_string(bytes) + ' ' + header);
  }

  template <class Field>
  void field(const char* name, u64 offset) {
    using Element = std::remove_all_extents_t<Field>;
    static_assert(name_of<Element>() != nullptr, "a field of a type that no host knows");
    expect_covered(offset, alignof(Element));
    end = offset + sizeof(Field);
    std::ostringstream text;
    text << "field " << inside << ' ' << name << ' ' << offset << ' ' << sizeof(Element) << ' ' << name_of<Element>() << ' '
         << sizeof(Field) / sizeof(Element);
    add(inside + "." + name, text.str());
  }

  void end_structure() {
    if (!inside.empty()) expect_covered(size, align);
    inside.clear();
  }

  const std::vector<std::string>& names() const { return order; }
  const std::map<std::string, std::string>& facts() const { return text_of; }
  bool is_whole() const { return whole; }

 private:
  void add(const std::string& name, const std::string& text) {
    order.push_back(name);
    text_of[name] = text;
  }

  /// From one field to the next there is nothing but alignment.
  void expect_covered(u64 offset, u64 alignment) {
    if (offset == (end + alignment - 1) / alignment * alignment) return;
    std::cerr << "layout: " << inside << " has bytes " << end << " to " << offset << " that no field names\n";
    whole = false;
  }

  std::vector<std::string> order;
  std::map<std::string, std::string> text_of;
  std::string inside;
  u64 end = 0, size = 0, align = 1;
  bool whole = true;
};

Layout measured() {
  Layout layout;
#define CONSTANT(name) layout.constant(#name, name);
#define ENUM(type, name) layout.enumerator(#type, #name, static_cast<u64>(type::name));
#define STRUCT(type, header) layout.structure(#type, header, sizeof(type), alignof(type));
#define FIELD(type, name) layout.field<decltype(type::name)>(#name, offsetof(type, name));
#include "members.inc"
  layout.end_structure();
  return layout;
}

/// The name a committed line is about, as `Layout` has it.
std::string name_in(const std::string& line) {
  std::istringstream words(line);
  std::string kind, first, second;
  words >> kind >> first >> second;
  return kind == "field" || kind == "enumerator" ? first + "." + second : first;
}

int differences(const Layout& layout, const char* path) {
  std::ifstream file(path);
  if (!file) {
    std::cerr << "layout: " << path << " cannot be read\n";
    return 1;
  }
  std::map<std::string, std::string> committed;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') committed[name_in(line)] = line;
  }
  int found = 0;
  for (const std::string& name : layout.names()) {
    const std::string& is = layout.facts().at(name);
    const auto was = committed.find(name);
    if (was != committed.end() && was->second == is) continue;
    std::cerr << "layout: " << name << " is `" << is << "`, in " << path
              << (was == committed.end() ? " it is missing" : " `" + was->second + "`") << '\n';
    found = 1;
  }
  for (const auto& [name, line] : committed) {
    if (layout.facts().contains(name)) continue;
    std::cerr << "layout: " << name << " is in " << path << ", not in the headers\n";
    found = 1;
  }
  if (found != 0) std::cerr << "layout: `make layout` in the folder above takes the headers over; raise kAbiVersion\n";
  return found;
}

}  // namespace
}  // namespace bitfront

int main(int count, char** arguments) {
  const bitfront::Layout layout = bitfront::measured();
  if (!layout.is_whole()) return 1;
  if (count > 1) return bitfront::differences(layout, arguments[1]);
  std::cout << "# What host and kernels agree on, as `layout/layout.cpp` prints it: `make layout` in the folder above.\n"
            << "# constant NAME TYPE VALUE; enumerator TYPE NAME VALUE; struct NAME BYTES HEADER;\n"
            << "# field STRUCT NAME OFFSET BYTES-OF-AN-ELEMENT TYPE ELEMENTS\n";
  for (const std::string& name : layout.names()) std::cout << layout.facts().at(name) << '\n';
  return 0;
}
