#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/trace/step_trace.hpp>

namespace perfmodel {

struct TraceOptions;

/// Memory that an operation takes from the framework's allocator beside its operands and results: while it runs, or
/// once for each thread that runs such operations (`slot` >= 0: a library's workspace).
struct ScratchPart {
  std::int64_t bytes{};
  MemoryClass why{MemoryClass::temporary};
  int slot{-1};
  friend constexpr bool operator==(const ScratchPart&, const ScratchPart&) = default;
};
struct Scratch {
  std::array<ScratchPart, 4> parts{};
  std::size_t count{};
  constexpr void add(const ScratchPart& part) {
    if (part.bytes > 0) parts[count++] = part;
  }
  friend constexpr bool operator==(const Scratch& a, const Scratch& b) {
    return a.count == b.count && std::equal(a.parts.begin(), a.parts.begin() + a.count, b.parts.begin());
  }
};
inline constexpr std::size_t workspace_slots = 2;  ///< cuBLAS's and cublasLt's

/// How much scratch an operation takes; the trace asks, lowering/ knows.
using ScratchRule = Scratch (*)(const Operation&, const TraceOptions&);

}  // namespace perfmodel
