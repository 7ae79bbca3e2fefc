#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <perfmodel/memory/free_blocks.hpp>
#include <perfmodel/rounding.hpp>
#include <perfmodel/software/allocator_rules.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// PyTorch's caching allocator on one stream, replayed: the same rounding, pools, segments, splitting, best fit,
/// merging and release of cached segments before it gives up. Addresses are virtual; no device memory is touched.
/// Source: c10/cuda/CUDACachingAllocator.cpp and c10/core/AllocatorConfig.h of the versions named in the table.

struct AllocatorOptions {
  std::int64_t limit{-1};  ///< on reserved bytes, as setMemoryFraction sets it or the card has them; negative: none
  bool expandable_segments{false};
};

/// The allocator's own counters (memory_stats): bytes.
struct AllocatorCounters {
  std::int64_t allocated{}, reserved{}, peak_allocated{}, peak_reserved{};
  std::int64_t requested{};  ///< of the live blocks, before rounding
  std::int64_t segments{};   ///< obtained from the device and not given back
  std::int64_t retries{};    ///< times that cached segments were released because the device had no more
};

/// The request that could not be served.
struct AllocationFailure {
  std::int64_t request{}, segment{};     ///< bytes asked for by the framework, bytes asked for from the device
  std::int64_t allocated{}, reserved{};  ///< when it failed, after the cached segments were released
};

/// Bytes of the segment of a tensor that is asked for before anything is released and lives to the end, if no other
/// tensor can ever lie there, so that it takes as much beside all others; else 0. Without expandable segments.
[[nodiscard]] constexpr std::int64_t segment_alone(std::int64_t bytes, const AllocatorRules& rules) {
  const std::int64_t size = round_up(bytes, rules.granularity), segment = round_up(size, rules.segment_granularity);
  return size >= rules.large_segment && segment - size <= rules.small_request ? segment : 0;
}

class CachingAllocator {
 public:
  using Block = MemoryBlock::Index;
  static constexpr Block none = MemoryBlock::none;
  static constexpr std::size_t most_passing = 4;  ///< requests of passing()

  explicit CachingAllocator(const AllocatorRules& rules, const AllocatorOptions& options = {})
      : rules_(rules), options_(options) {
    options_.expandable_segments = options.expandable_segments && rules.expandable;
  }

  /// `none` if the limit stands in the way even with every cached segment released: see failure(). @pre bytes >= 0
  [[nodiscard]] Block allocate(std::int64_t bytes) {
    if (bytes == 0) return zero_sized;  // the framework hands out a null pointer
    if (beyond(bytes)) return refuse(bytes, bytes);
    const std::int64_t size = rounded(bytes);
    const bool small = size <= rules_.small_request;
    Block block = take_free(size, small);
    if (block == none) block = options_.expandable_segments ? expand(size, small) : new_segment(size, small);
    if (block == none) {
      ++counters_.retries;
      release_cached();
      block = options_.expandable_segments ? expand(size, small) : new_segment(size, small);
    }
    if (block == none) return refuse(bytes, segment_size(size, small));
    if (splits(blocks_[at(block)].size - size, small)) split(block, size);
    Entry& entry = blocks_[at(block)];
    entry.state = State::live;
    entry.requested = bytes;
    counters_.allocated += entry.size;
    counters_.requested += bytes;
    counters_.peak_allocated = std::max(counters_.peak_allocated, counters_.allocated);
    return block;
  }

  /// @pre `block` came from allocate() and was not released since
  void release(Block block) {
    if (block == zero_sized) return;
    Entry& entry = blocks_[at(block)];
    counters_.allocated -= entry.size;
    counters_.requested -= entry.requested;
    entry.state = State::free;
    if (entry.previous != none && blocks_[at(entry.previous)].state == State::free)
      block = merge(entry.previous, block);
    const Block next = blocks_[at(block)].next;
    if (next != none && blocks_[at(next)].state == State::free) {
      erase_free(next);
      join(block, next);
    }
    insert_free(block);
  }

  /// What requests come to that are held all at once and then released again, the last one first.
  struct Passing {
    std::int64_t most{};                                ///< allocated while all are held
    std::array<std::int64_t, most_passing> segments{};  ///< that the device has to give for them, in this order
    bool known{true};                                   ///< else more than one in a pool, or none: pass() knows
  };
  /// The allocator stays as it is. @pre no limit, no expandable segments, bytes > 0
  [[nodiscard]] Passing passing(std::span<const std::int64_t> requests) {
    Passing p{.most = counters_.allocated};
    const std::int64_t peak = counters_.peak_allocated;
    std::array<Block, most_passing> held{};
    std::array<std::int64_t, 2> rest{};  ///< of a segment that is not there yet, by pool
    std::size_t taken = 0, segments = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const std::int64_t size = rounded(requests[i]);
      const bool small = size <= rules_.small_request;
      const Block found = free_[small ? 1 : 0].first_of(blocks_, size);
      std::int64_t& left = rest[small ? 1 : 0];
      const bool of_rest = left >= size && (found == none || left < blocks_[at(found)].size);
      std::int64_t whole = left;
      if (!of_rest && found != none) {
        whole = blocks_[at(found)].size;
        if (i + 1 < requests.size()) held[taken++] = allocate(requests[i]);
      } else if (!of_rest) {
        p.known = p.known && left == 0 && !beyond(requests[i]);
        whole = p.segments[segments++] = segment_size(size, small);
      }
      const bool cut = splits(whole - size, small);
      p.most += cut ? size : whole;
      if (of_rest || found == none) left = cut ? whole - size : 0;
    }
    while (taken > 0) release(held[--taken]);
    counters_.peak_allocated = peak;
    return p;
  }
  /// What requests leave behind that have passed: those segments. @returns the most that was allocated meanwhile;
  /// nothing where they cannot be served. @pre as passing()
  [[nodiscard]] std::optional<std::int64_t> pass(std::span<const std::int64_t> requests) {
    const std::int64_t peak = counters_.peak_allocated;
    std::array<Block, most_passing> held{};
    for (std::size_t i = 0; i < requests.size(); ++i) {
      held[i] = allocate(requests[i]);
      if (held[i] == none) return std::nullopt;
    }
    const std::int64_t most = counters_.allocated;
    for (std::size_t i = requests.size(); i-- > 0;) release(held[i]);
    counters_.peak_allocated = peak;
    return most;
  }

  /// emptyCache(): segments without a live block go back to the device.
  void release_cached() {
    for (const bool small : {false, true}) {
      if (options_.expandable_segments) {
        unmap_whole_pages(small);
        continue;
      }
      FreeBlocks& list = free_[small ? 1 : 0];
      for (Block block = list.first(), next = none; block != none; block = next) {
        next = list.after(blocks_, block);
        const Entry& entry = blocks_[at(block)];
        if (entry.previous != none || entry.next != none) continue;
        list.erase(blocks_, block);
        counters_.reserved -= entry.size;
        --counters_.segments;
        recycle(block);
      }
    }
  }

  [[nodiscard]] const AllocatorCounters& counters() const { return counters_; }
  [[nodiscard]] const AllocationFailure& failure() const { return failure_; }
  /// What the allocator accounts for this block: the rounded request, or the whole free block where it was not split.
  [[nodiscard]] std::int64_t size(Block block) const { return block == zero_sized ? 0 : blocks_[at(block)].size; }
  [[nodiscard]] std::int64_t address(Block block) const { return block == zero_sized ? 0 : blocks_[at(block)].address; }
  [[nodiscard]] std::int64_t rounded(std::int64_t bytes) const {
    return unit_mask_ < 0 ? round_up(bytes, rules_.granularity) : (bytes + unit_mask_) & ~unit_mask_;
  }
  /// Counters start anew from what is held now (resetPeakStats).
  void reset_peaks() {
    counters_.peak_allocated = counters_.allocated;
    counters_.peak_reserved = counters_.reserved;
  }

 private:
  static constexpr Block zero_sized = -2;
  static constexpr std::int64_t most_bytes = std::int64_t{1} << 59;  ///< no counter overflows below it

  [[nodiscard]] bool beyond(std::int64_t bytes) const {
    return bytes > most_bytes - std::min(counters_.reserved, most_bytes);
  }
  Block refuse(std::int64_t bytes, std::int64_t segment) {
    failure_ = {.request = bytes, .segment = segment, .allocated = counters_.allocated, .reserved = counters_.reserved};
    return none;
  }
  using Entry = MemoryBlock;
  using State = MemoryBlock::State;
  static std::size_t at(Block block) { return static_cast<std::size_t>(block); }

  [[nodiscard]] std::int64_t segment_size(std::int64_t size, bool small) const {
    if (small) return rules_.small_segment;
    if (size < rules_.own_segment_request) return rules_.large_segment;
    return round_up(size, rules_.segment_granularity);
  }
  /// A remainder stays with its block unless it is big enough to be of use: 512 bytes or more in the small pool (and in
  /// expandable segments), more than 1 MiB in the large one.
  [[nodiscard]] bool splits(std::int64_t remainder, bool small) const {
    return small || options_.expandable_segments ? remainder >= rules_.granularity : remainder > rules_.small_request;
  }

  Block take_free(std::int64_t size, bool small) {
    FreeBlocks& list = free_[small ? 1 : 0];
    Block found = list.first_of(blocks_, size);
    if (found == none) return none;
    if (options_.expandable_segments) {
      // A block at the end of the mapped part counts as big as it could grow: prefer one that cannot.
      const auto reach = [&](Block block) {
        const Block next = blocks_[at(block)].next;
        const bool grows = next != none && blocks_[at(next)].state == State::unmapped;
        return blocks_[at(block)].size + (grows ? blocks_[at(next)].size : 0);
      };
      for (Block next = list.after(blocks_, found); next != none && reach(next) < reach(found);
           next = list.after(blocks_, next))
        found = next;
    }
    list.erase(blocks_, found);
    return found;
  }

  Block new_segment(std::int64_t size, bool small) {
    const std::int64_t bytes = segment_size(size, small);
    if (!fits(bytes)) return none;
    const Block block = fresh({.address = next_address_, .size = bytes, .small = small});
    next_address_ += bytes;
    reserve(bytes);
    ++counters_.segments;
    return block;
  }

  // --- expandable segments: one huge range of addresses per pool, mapped page by page ---

  static constexpr std::int64_t expandable_range = 2 * most_bytes;

  Block expand(std::int64_t size, bool small) {
    const std::int64_t page = small ? rules_.small_segment : rules_.large_segment;
    for (const Block first : unmapped(small)) {
      Block start = first;
      const Block before = blocks_[at(start)].previous;
      if (before != none && blocks_[at(before)].state == State::free) start = before;
      std::int64_t room = 0;
      for (Block b = start; b != none && blocks_[at(b)].state != State::live && room < size; b = blocks_[at(b)].next)
        room += blocks_[at(b)].size;
      if (room >= size) return map_from(start, size, page);
    }
    const Block range =
        fresh({.address = next_address_, .size = expandable_range, .state = State::unmapped, .small = small});
    next_address_ += expandable_range;
    ++counters_.segments;
    return map_from(range, size, page);
  }

  /// Unmapped stretches in order of address.
  [[nodiscard]] std::vector<Block> unmapped(bool small) const {
    std::vector<Block> list;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (blocks_[i].state == State::unmapped && blocks_[i].small == small) list.push_back(static_cast<Block>(i));
    std::sort(list.begin(), list.end(),
              [&](Block a, Block b) { return blocks_[at(a)].address < blocks_[at(b)].address; });
    return list;
  }

  /// Makes one free block of at least `size` that begins with `block`, mapping whole pages as needed.
  Block map_from(Block block, std::int64_t size, std::int64_t page) {
    if (blocks_[at(block)].state == State::free)
      erase_free(block);
    else if (!map_pages(block, size, page))
      return none;
    while (blocks_[at(block)].size < size) {
      const Block next = blocks_[at(block)].next;
      if (blocks_[at(next)].state == State::free)
        erase_free(next);
      else if (!map_pages(next, size - blocks_[at(block)].size, page)) {
        insert_free(block);
        return none;
      }
      join(block, next);
    }
    const Block next = blocks_[at(block)].next;
    if (next != none && blocks_[at(next)].state == State::free) {
      erase_free(next);
      join(block, next);
    }
    return block;
  }

  /// Turns the first pages of an unmapped stretch, enough for `bytes`, into a free block (not yet in the list).
  bool map_pages(Block block, std::int64_t bytes, std::int64_t page) {
    const std::int64_t mapped = std::min(blocks_[at(block)].size, round_up(bytes, page));
    if (!fits(mapped)) return false;
    if (mapped < blocks_[at(block)].size) {
      Entry rest = blocks_[at(block)];
      rest.address += mapped;
      rest.size -= mapped;
      rest.previous = block;
      const Block tail = fresh(rest);
      if (rest.next != none) blocks_[at(rest.next)].previous = tail;
      blocks_[at(block)].next = tail;
      blocks_[at(block)].size = mapped;
    }
    blocks_[at(block)].state = State::free;
    reserve(mapped);
    return true;
  }

  /// Gives back the whole pages inside free blocks; what is left of a block at a page's edge stays free.
  void unmap_whole_pages(bool small) {
    const std::int64_t page = small ? rules_.small_segment : rules_.large_segment;
    FreeBlocks& list = free_[small ? 1 : 0];
    std::vector<Block> old;
    for (Block block = list.first(); block != none; block = list.after(blocks_, block)) old.push_back(block);
    for (const Block block : old) list.erase(blocks_, block);
    for (const Block block : old) {
      const std::int64_t address = blocks_[at(block)].address;
      const std::int64_t base = address / expandable_range * expandable_range;
      const std::int64_t begin = base + round_up(address - base, page);
      const std::int64_t end = base + (address + blocks_[at(block)].size - base) / page * page;
      if (end <= begin) {
        insert_free(block);
        continue;
      }
      Block hole = block;
      if (begin > address) {
        split(hole, begin - address, false);
        insert_free(hole);
        hole = blocks_[at(hole)].next;
      }
      if (blocks_[at(hole)].size > end - begin) {
        split(hole, end - begin, false);
        insert_free(blocks_[at(hole)].next);
      }
      counters_.reserved -= end - begin;
      blocks_[at(hole)].state = State::unmapped;
      for (const Block neighbour : {blocks_[at(hole)].previous, blocks_[at(hole)].next}) {
        if (neighbour == none || blocks_[at(neighbour)].state != State::unmapped) continue;
        const bool before = blocks_[at(neighbour)].address < blocks_[at(hole)].address;
        join(before ? neighbour : hole, before ? hole : neighbour);
        if (before) hole = neighbour;
      }
    }
  }

  // --- blocks and lists ---

  [[nodiscard]] bool fits(std::int64_t bytes) const {
    return options_.limit < 0 || counters_.reserved + bytes <= options_.limit;
  }
  void reserve(std::int64_t bytes) {
    counters_.reserved += bytes;
    counters_.peak_reserved = std::max(counters_.peak_reserved, counters_.reserved);
  }
  /// A block of which nothing is said yet.
  Block fresh() {
    if (unused_.empty()) {
      blocks_.emplace_back();
      return static_cast<Block>(blocks_.size() - 1);
    }
    const Block block = unused_.back();
    unused_.pop_back();
    return block;
  }
  Block fresh(const Entry& entry) {
    const Block block = fresh();
    blocks_[at(block)] = entry;
    return block;
  }
  void recycle(Block block) {
    blocks_[at(block)].state = State::unused;
    unused_.push_back(block);
  }
  void insert_free(Block block) { free_[blocks_[at(block)].small ? 1 : 0].insert(blocks_, block); }
  void erase_free(Block block) { free_[blocks_[at(block)].small ? 1 : 0].erase(blocks_, block); }
  /// The first `size` bytes stay `block`; the rest becomes a free block, listed unless the caller says otherwise.
  void split(Block block, std::int64_t size, bool list_rest = true) {
    const Block rest = fresh();  // field by field: a block that was written in parts is slow to copy
    Entry &whole = blocks_[at(block)], &part = blocks_[at(rest)];
    part.address = whole.address + size;
    part.size = whole.size - size;
    part.requested = 0;
    part.previous = block;
    part.next = whole.next;
    part.state = State::free;
    part.small = whole.small;
    if (whole.next != none) blocks_[at(whole.next)].previous = rest;
    whole.next = rest;
    whole.size = size;
    if (list_rest) insert_free(rest);
  }
  /// `right`, the right-hand neighbour of `first`, becomes part of it. Neither is in a list.
  void join(Block first, Block right) {
    const Entry& gone = blocks_[at(right)];
    blocks_[at(first)].size += gone.size;
    blocks_[at(first)].next = gone.next;
    if (gone.next != none) blocks_[at(gone.next)].previous = first;
    recycle(right);
  }
  Block merge(Block listed, Block right) {
    erase_free(listed);
    join(listed, right);
    return listed;
  }

  AllocatorRules rules_;
  AllocatorOptions options_;
  AllocatorCounters counters_{};
  AllocationFailure failure_{};
  std::vector<Entry> blocks_{};
  std::vector<Block> unused_{};
  std::array<FreeBlocks, 2> free_{};  ///< large, small
  std::int64_t next_address_{};
  /// The granularity less one where that is a power of two, so that nothing has to be divided; else negative.
  std::int64_t unit_mask_{std::has_single_bit(static_cast<std::uint64_t>(rules_.granularity)) ? rules_.granularity - 1
                                                                                              : -1};
};

}  // namespace perfmodel
