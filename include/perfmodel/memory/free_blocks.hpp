#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace perfmodel {

/// A piece of a segment of the caching allocator.
struct MemoryBlock {
  using Index = std::int32_t;
  static constexpr Index none = -1;
  enum class State : std::uint8_t { free, live, unmapped, unused };

  std::int64_t address{}, size{}, requested{};
  Index previous{none}, next{none};   ///< neighbours in the same segment
  Index smaller{none}, larger{none};  ///< neighbours in a bin of FreeBlocks
  State state{State::free};
  bool small{};  ///< of the small pool

  /// Best fit: the smallest first, among equals the lowest address.
  [[nodiscard]] constexpr bool fits_before(const MemoryBlock& other) const {
    return size != other.size ? size < other.size : address < other.address;
  }
};

/// The free blocks of one pool in the order of best fit. Equal to a sorted list, but a step's replay inserts and erases
/// everywhere in it, so the list is cut into bins, eight for each power of two of the size, and a bitmap finds the next
/// bin that holds something. What is freed one after the other mostly lies side by side, so that a bin is searched from
/// where the last block came in. (The bins of TLSF: Masmano et al. 2004, "TLSF: a new dynamic memory allocator for
/// real-time systems", doi:10.1109/EMRTS.2004.1311009, section 3; the fit is exact here, as each bin is sorted.)
class FreeBlocks {
 public:
  using Index = MemoryBlock::Index;
  using Blocks = std::vector<MemoryBlock>;
  static constexpr Index none = MemoryBlock::none;

  FreeBlocks() { bins_.fill({none, none, none}); }

  /// @pre the block has 8 bytes or more and is in no list
  void insert(Blocks& blocks, Index block) {
    MemoryBlock& b = at(blocks, block);
    const std::size_t number = bin_of(b.size);
    Bin& bin = bins_[number];
    filled_[number / 64] |= bit(number);
    Index larger = none, smaller = bin.last;  // most often it is one of the ends
    if (smaller != none && b.fits_before(at(blocks, smaller))) {
      larger = bin.recent;
      while (at(blocks, larger).fits_before(b)) larger = at(blocks, larger).larger;
      smaller = at(blocks, larger).smaller;
      while (smaller != none && b.fits_before(at(blocks, smaller))) {
        larger = smaller;
        smaller = at(blocks, larger).smaller;
      }
    }
    bin.recent = block;
    b.smaller = smaller;
    b.larger = larger;
    (smaller == none ? bin.first : at(blocks, smaller).larger) = block;
    (larger == none ? bin.last : at(blocks, larger).smaller) = block;
  }
  /// @pre the block is in this list, with the size it had when it came in
  void erase(Blocks& blocks, Index block) {
    const MemoryBlock& b = at(blocks, block);
    const std::size_t number = bin_of(b.size);
    Bin& bin = bins_[number];
    (b.smaller == none ? bin.first : at(blocks, b.smaller).larger) = b.larger;
    (b.larger == none ? bin.last : at(blocks, b.larger).smaller) = b.smaller;
    if (bin.recent == block) bin.recent = b.larger != none ? b.larger : b.smaller;
    if (bin.first == none) filled_[number / 64] &= ~bit(number);
  }
  /// The first block of at least `size` bytes; none if there is none. @pre size >= 8
  [[nodiscard]] Index first_of(const Blocks& blocks, std::int64_t size) const {
    const std::size_t number = bin_of(size);
    const Bin& bin = bins_[number];
    if (bin.first == none || at(blocks, bin.last).size < size) return first_from(number + 1);
    Index i = at(blocks, bin.recent).size < size ? bin.recent : bin.first;
    while (at(blocks, i).size < size) i = at(blocks, i).larger;
    return i;
  }
  /// The smallest block; none if there is none.
  [[nodiscard]] Index first() const { return first_from(0); }
  /// The one after it in the order of best fit; none after the last.
  [[nodiscard]] Index after(const Blocks& blocks, Index block) const {
    const MemoryBlock& b = at(blocks, block);
    return b.larger != none ? b.larger : first_from(bin_of(b.size) + 1);
  }

 private:
  struct Bin {
    Index first{none}, last{none};
    Index recent{none};  ///< where the last block came in, or a neighbour of it
  };
  static constexpr std::size_t bin_count = std::size_t{8} * 64;  ///< of each power of two
  [[nodiscard]] static MemoryBlock& at(Blocks& blocks, Index i) { return blocks[static_cast<std::size_t>(i)]; }
  [[nodiscard]] static const MemoryBlock& at(const Blocks& blocks, Index i) {
    return blocks[static_cast<std::size_t>(i)];
  }
  /// The leading bit and the three below it number the bin.
  [[nodiscard]] static constexpr std::size_t bin_of(std::int64_t size) {
    const auto bytes = static_cast<std::uint64_t>(size);
    const auto shift = static_cast<std::size_t>(std::bit_width(bytes)) - 4;
    return 8 * shift + static_cast<std::size_t>(bytes >> shift) - 8;
  }
  [[nodiscard]] static constexpr std::uint64_t bit(std::size_t bin) { return std::uint64_t{1} << (bin % 64); }
  [[nodiscard]] Index first_from(std::size_t bin) const {
    if (bin >= bin_count) return none;
    std::size_t word = bin / 64;
    std::uint64_t rest = filled_[word] & ~(bit(bin) - 1);
    while (rest == 0) {
      if (++word == filled_.size()) return none;
      rest = filled_[word];
    }
    return bins_[64 * word + static_cast<std::size_t>(std::countr_zero(rest))].first;
  }

  std::array<Bin, bin_count> bins_;
  std::array<std::uint64_t, bin_count / 64> filled_{};
};

}  // namespace perfmodel
