#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

enum class CollectiveKind : std::uint8_t { all_reduce, all_gather, reduce_scatter, broadcast, send, all_to_all };
inline constexpr std::array all_collectives{CollectiveKind::all_reduce,     CollectiveKind::all_gather,
                                            CollectiveKind::reduce_scatter, CollectiveKind::broadcast,
                                            CollectiveKind::send,           CollectiveKind::all_to_all};

[[nodiscard]] constexpr std::string_view name(CollectiveKind kind) {
  constexpr std::array<std::string_view, 6> names{"all_reduce", "all_gather", "reduce_scatter",
                                                  "broadcast",  "send",       "all_to_all"};
  return names[static_cast<std::size_t>(kind)];
}

/// The collective that a word names, with underscores, hyphens or neither; p2p and send_recv are send.
/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline CollectiveKind collective_from(std::string_view word, const std::string& place) {
  const auto letters = [](std::string_view text) {
    std::string kept;
    for (const char c : lower_case(text))
      if (c != '_' && c != '-' && c != ' ') kept += c;
    return kept;
  };
  const std::string typed = letters(word);
  for (const CollectiveKind kind : all_collectives)
    if (letters(name(kind)) == typed) return kind;
  if (typed == "sendrecv" || typed == "p2p" || typed == "recv") return CollectiveKind::send;
  throw bad_input(place, in_quotes(std::string(word)),
                  "must be one of all_reduce, all_gather, reduce_scatter, broadcast, send, all_to_all");
}

/// One communication call among `gpus` cards. `size` is the whole buffer of one card: what all-reduce, broadcast and
/// send transport, the result of an all-gather, the operand of a reduce-scatter, what one card hands to an all-to-all.
/// These are the sizes that nccl-tests print.
struct Collective {
  CollectiveKind kind{CollectiveKind::all_reduce};
  std::int64_t gpus{1};
  Bytes size{};
  std::int64_t per_node{};  ///< of the cards in one host; 0: all of them
  friend constexpr bool operator==(const Collective&, const Collective&) = default;
};

[[nodiscard]] constexpr Work work(const Collective&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const Collective& c) { return c.size; }

}  // namespace perfmodel
