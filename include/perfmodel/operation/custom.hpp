#pragma once
#include <memory>
#include <perfmodel/device/device.hpp>
#include <perfmodel/units.hpp>
#include <string>

namespace perfmodel::op {

/// What a custom operation is, shared by all its occurrences in a trace. Without a `price` it is a kernel that reads
/// and writes its bytes as fast as the memory allows.
struct CustomBody {
  std::string name{"operation"};
  Work work{};
  Bytes read{}, written{};
  double elements{};                                  ///< of the result
  Time (*price)(const CustomBody&, const Device&){};  ///< time of one call, without its launch
};

/// An operation that the library does not know, described from outside.
struct Custom {
  std::shared_ptr<const CustomBody> body{};
  friend bool operator==(const Custom&, const Custom&) = default;
};
[[nodiscard]] inline Work work(const Custom& c) { return c.body == nullptr ? Work{} : c.body->work; }
[[nodiscard]] inline Bytes traffic(const Custom& c) {
  return c.body == nullptr ? Bytes{} : c.body->read + c.body->written;
}

}  // namespace perfmodel::op
