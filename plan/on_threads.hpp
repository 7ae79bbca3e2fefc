#pragma once
/// Pieces of work that do not know of each other, among threads.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "in_order.hpp"

namespace plan {

/// Calls work(piece, thread) for every piece below `count`, each once, on as many threads as there are pieces at most.
/// @throws what the first piece throws that throws, when all have been worked on
template <class Work>
void on_threads(std::size_t count, const Work& work, std::size_t threads = usual_threads()) {
  std::vector<std::exception_ptr> errors(count);
  std::atomic<std::size_t> next{0};
  const auto work_on = [&](std::size_t thread) {
    for (std::size_t piece = next++; piece < count; piece = next++) try {
        work(piece, thread);
      } catch (...) {
        errors[piece] = std::current_exception();
      }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < std::min(threads, count); ++t) others.emplace_back(work_on, t);
    work_on(0);
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

/// The same without the thread's number: a perfmodel::ForEach.
inline void each_on_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
  on_threads(count, [&](std::size_t piece, std::size_t) { work(piece); });
}

}  // namespace plan
