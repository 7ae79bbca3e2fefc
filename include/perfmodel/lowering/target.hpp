#pragma once
#include <functional>
#include <perfmodel/lowering/constants.hpp>
#include <perfmodel/lowering/kernel.hpp>
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/trace/trace_target.hpp>
#include <vector>

namespace perfmodel {

/// A choice of kernels from outside: adds the kernels that run an operation and returns true, or leaves the operation
/// to the library's own rules and returns false.
using LoweringRule = std::function<bool(const Operation&, std::vector<Kernel>&)>;

/// What of the card and the software decides which kernels run an operation.
struct LoweringTarget {
  TraceTarget card{};
  bool wide_launches{};                           ///< multi-tensor kernels take 32 KiB of arguments instead of 4
  const LoweringRule* rule{};                     ///< asked first; not owned
  const LoweringTable* table{&lowering_table()};  ///< not owned
};

}  // namespace perfmodel
