#pragma once
#include <bit>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/operation/operation.hpp>

namespace perfmodel {

/// Mixes numbers into one. Not for anything that leaves the program.
struct OperationHash {
  std::uint64_t value{0x9E3779B97F4A7C15ULL};  // golden ratio, as in Knuth's multiplicative hashing

  constexpr OperationHash& operator<<(std::int64_t number) {
    value ^= static_cast<std::uint64_t>(number);
    value *= 0xBF58476D1CE4E5B9ULL;
    value ^= value >> 29;
    return *this;
  }
  constexpr OperationHash& operator<<(double number) { return *this << std::bit_cast<std::int64_t>(number); }
  template <class E>
  requires std::is_enum_v<E>
  constexpr OperationHash& operator<<(E e) { return *this << static_cast<std::int64_t>(e); }
  constexpr OperationHash& operator<<(const Operand& x) {
    *this << x.format;
    for (std::size_t i = 0; i < x.shape.rank; ++i) *this << x.shape[i] << x.strides[i];
    return *this;
  }
};

/// Equal operations have equal hashes.
[[nodiscard]] std::uint64_t hash(const Operation& operation);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/operation/operation_hash.ipp>
#endif
