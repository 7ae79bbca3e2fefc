#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace perfmodel {

/// FNV-1a, 64 bit (Fowler, Noll, Vo; draft-eastlake-fnv): tells texts apart, protects nothing.
inline constexpr std::uint64_t fnv1a_offset = 14695981039346656037ULL, fnv1a_prime = 1099511628211ULL;

/// Offset with its last digit cut off. Splits into rows that fit and rows that judge were drawn with it: another offset
/// would draw other rows, and what was held out so far would be learned from.
inline constexpr std::uint64_t split_offset = 1469598103934665603ULL;

/// One more value: a byte, or a whole number at once where only this program compares the hashes.
[[nodiscard]] constexpr std::uint64_t fnv1a_step(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * fnv1a_prime;
}

/// Hash of a text's bytes.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = fnv1a_offset) {
  for (const char c : text) hash = fnv1a_step(hash, static_cast<unsigned char>(c));
  return hash;
}

/// 16 hexadecimal digits, as files hold a hash.
[[nodiscard]] inline std::string hash_text(std::uint64_t hash) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace perfmodel
