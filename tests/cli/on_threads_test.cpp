// Pieces of work among threads (plan/on_threads.hpp).
#include "plan/on_threads.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/error.hpp>
#include <string>
#include <vector>

namespace cli_on_threads_test {
using perfmodel::Error;

TEST_CASE("every piece is worked on once, by a thread below their number") {
  for (const std::size_t threads : {1U, 2U, 8U})
    for (const std::size_t count : {0U, 1U, 1000U}) {
      std::vector<int> times(count);
      std::vector<std::size_t> by(count);
      plan::on_threads(
          count, [&](std::size_t piece, std::size_t thread) { ++times[piece], by[piece] = thread; }, threads);
      CHECK(times == std::vector<int>(count, 1));
      for (const std::size_t thread : by) CHECK(thread < threads);
    }
}

TEST_CASE("the first piece that throws says what is thrown, when all others are done") {
  for (const std::size_t threads : {1U, 4U}) {
    std::vector<int> done(100);
    const auto work = [&](std::size_t piece, std::size_t) {
      if (piece == 7 || piece == 70) throw Error("piece " + std::to_string(piece));
      done[piece] = 1;
    };
    CHECK_THROWS_WITH_AS(plan::on_threads(done.size(), work, threads), "piece 7", Error);
    CHECK(std::count(done.begin(), done.end(), 1) == 98);
  }
}
}  // namespace cli_on_threads_test
