#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/operation/attention.hpp>

namespace perfmodel {

/// The loop over keys of cuDNN's kernel for one query. Heads that share keys are rows of one tile of 16; a block
/// computes one such tile over its part of the keys, whose results a second kernel joins.
struct KeyLoop {
  double blocks{};    ///< of all heads and parts of keys
  double steps{};     ///< of one block, of `wide` ? 128 : 64 keys; half a step: 32 keys
  double parts{1.0};  ///< that the keys of a head are cut into; 1: no second kernel
  bool wide{};        ///< four warps take 32 keys each; else each takes all 64
  double joined{};    ///< what the second kernel joins: parts of heads of 128; a head of 64 is half of one
};

/// What cuDNN 9.19 launches, by the names of its kernels: 1,408 of 1,408 rows with one query of two cards
/// (signal_operations.csv). Keys are cut into as many parts as SMs are left, where half of them would be idle.
/// @pre a.queries == 1; @param sms  of the card
[[nodiscard]] inline KeyLoop key_loop(const Attention& a, double sms) {
  constexpr std::int64_t fewest = 32, few = 128, narrow_most = 256, whole_most = 512;
  constexpr double rows = 16.0, short_head = 64.0, long_head = 128.0;
  const auto size = [](std::int64_t n) { return static_cast<double>(n); };
  const double heads = size(a.batch) * size(a.key_heads) * std::ceil(size(a.heads / a.key_heads) / rows);
  const bool narrow = a.keys <= few || (a.keys <= narrow_most && size(a.batch) * size(a.heads) <= sms);
  KeyLoop loop{.wide = !narrow};
  const double steps = a.keys <= fewest ? 0.5 : std::ceil(size(a.keys) / (narrow ? 64.0 : 128.0));
  if (a.keys > whole_most && 2.0 * heads <= sms) loop.parts = std::min(steps, std::floor(sms / heads));
  loop.steps = loop.parts > 1.0 ? std::ceil(steps / loop.parts) : steps;
  loop.blocks = heads * loop.parts;
  const double stored =
      size(a.head_size) <= short_head ? short_head / long_head : std::ceil(size(a.head_size) / long_head);
  if (loop.parts > 1.0) loop.joined = loop.parts * stored;
  return loop;
}

}  // namespace perfmodel
