#pragma once
/// How the program takes memory from the system.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#if defined(__GLIBC__) && defined(__linux__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace plan {

#if defined(__GLIBC__) && defined(__linux__)
/// Asks the system to hold the heap's next bytes in huge pages: one fault for 2 MiB instead of 512. They are not taken
/// before somebody writes to them. Where the system knows no such pages, or has not so much, all stays as it was.
inline void expect_on_heap(std::size_t bytes) {
  constexpr int usual_mappings = 65536;  // DEFAULT_MMAP_MAX of the C library
  mallopt(M_MMAP_MAX, 0);                // so that it comes from the heap
  void* const room = std::malloc(bytes);
  mallopt(M_MMAP_MAX, usual_mappings);
  if (room == nullptr) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE)), begin = reinterpret_cast<std::uintptr_t>(room);
  const std::uintptr_t first = (begin + page - 1) / page * page, last = (begin + bytes) / page * page;
  (void)madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  std::free(room);
}
#endif

/// Lists of events come and go by the megabyte: what the C library gives back to the system at once, the system clears
/// again for the next one. So it keeps what is freed, in huge pages, for both threads together where there are two: the
/// heaps of further threads lie elsewhere.
/// @param threads  that will work
inline void keep_freed_memory([[maybe_unused]] std::size_t threads) {
#if defined(__GLIBC__) && defined(__linux__)
  constexpr int largest_list = 32 << 20, all = std::numeric_limits<int>::max();
  constexpr std::size_t few_threads = 2;                    // more might wait for each other
  constexpr std::size_t usual_heap = std::size_t{1} << 29;  // of a search for many GPUs
  mallopt(M_MMAP_THRESHOLD, largest_list);
  mallopt(M_TRIM_THRESHOLD, all);
  if (threads <= few_threads) mallopt(M_ARENA_MAX, 1);
  expect_on_heap(usual_heap);
#endif
}

}  // namespace plan
