// Pieces of work on several threads (plan/in_order.hpp), and the batch commands that stream through them.
#include "plan/in_order.hpp"

#include <atomic>
#include <perfmodel/error.hpp>

#include "checks.hpp"

namespace cli_in_order_test {
using cli::Run;
using perfmodel::Error;

namespace {

/// Squares of 0 .. count - 1 as they are handed on; piece `bad` throws.
std::vector<int> squares(int count, std::size_t threads, int bad = -1) {
  std::vector<int> list;
  int next = 0;
  std::atomic<int> workers{0};
  plan::InOrder<int, int> pieces(
      [&]() -> std::optional<int> { return next < count ? std::optional(next++) : std::nullopt; },
      [&] {
        ++workers;
        return [bad](int i) {
          if (i == bad) throw Error("piece " + std::to_string(i));
          return i * i;
        };
      },
      [&](int square) { list.push_back(square); });
  try {
    pieces.run(threads);
  } catch (const Error&) {
    list.push_back(-1);
  }
  CHECK(workers <= static_cast<int>(threads));
  return list;
}

}  // namespace

TEST_CASE("results leave in the order of their pieces, whoever made them") {
  for (const std::size_t threads : {1U, 2U, 8U})
    for (const int count : {0, 1, 3, 1000}) {
      const std::vector<int> list = squares(count, threads);
      REQUIRE(list.size() == static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) CHECK(list[static_cast<std::size_t>(i)] == i * i);
    }
}

TEST_CASE("what a piece throws comes behind the results before it") {
  for (const std::size_t threads : {1U, 4U}) {
    const std::vector<int> list = squares(1000, threads, 500);
    REQUIRE(list.size() == 501);
    CHECK(list[499] == 499 * 499);
    CHECK(list.back() == -1);
  }
}

TEST_CASE("what reading and handing on throw ends the work, too") {
  plan::InOrder<int, int> read([]() -> std::optional<int> { throw Error("read"); },
                               [] { return [](int i) { return i; }; }, [](int) {});
  CHECK_THROWS_WITH_AS(read.run(3), "read", Error);
  int next = 0;
  plan::InOrder<int, int> write([&]() -> std::optional<int> { return next++; },  // would never end
                                [] { return [](int i) { return i; }; },
                                [](int i) {
                                  if (i == 100) throw Error("write");
                                });
  CHECK_THROWS_WITH_AS(write.run(3), "write", Error);
}

TEST_CASE("thousands of rows leave as one by one, and what goes wrong behind them leaves no file") {
  const std::string header = "dtype,layout,batch,m,n,k,id";
  std::string rows = header + '\n';
  constexpr int count = 5000;
  for (int i = 0; i < count; ++i)
    rows += (i % 7 == 3 ? "fp99" : "fp32") + std::string(",NN,1,") + std::to_string(1 + i % 100) + ",64,64," +
            std::to_string(i) + '\n';
  const Run run = cli::plan("predict gemm -d T4", rows);
  CHECK(run.exit_code == 2);
  const auto table = perfmodel::parse_csv(run.out, "out");
  REQUIRE(table.rows.size() == count);
  const std::size_t id = table.at("id"), time = table.at("predicted_us"), error = table.at("error"), m = table.at("m");
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(table.rows[i].cells[id] == std::to_string(i));
    CHECK(table.rows[i].cells[error].empty() == (i % 7 != 3));
    if (i >= 700 && i % 7 != 3) CHECK(table.rows[i].cells[time] == table.rows[i - 700].cells[time]);  // the same m
    if (i >= 700) CHECK(table.rows[i].cells[m] == table.rows[i - 700].cells[m]);
  }
  const auto output = cli::scratch() / "late.csv";
  std::filesystem::remove(output);
  const Run late = cli::plan("predict gemm -d T4 -o " + output.string(), rows + "\"fp16,NT\n");
  CHECK(late.exit_code == 2);
  CHECK(late.err == "perfmodel-plan: stdin:5002: got a quote that is never closed; quotes must come in pairs\n");
  CHECK_FALSE(std::filesystem::exists(output));
  CHECK_FALSE(std::filesystem::exists(output.string() + ".tmp"));
}

TEST_CASE("a table without rows is an answer without rows") {
  const std::string header = "dtype,layout,batch,m,n,k\n";
  CHECK(cli::plan("predict gemm -d T4", header).out ==
        "dtype,layout,batch,m,n,k,predicted_us,low_us,high_us,bound,intensity,tile_m,tile_n,split_k,waves,error\n");
  CHECK(cli::plan("predict gemm -d T4 --json", header).out == "[]\n");
}
}  // namespace cli_in_order_test
