#include "calibrate/measure/raw_writer.hpp"

#include <doctest/doctest.h>

#include <perfmodel/measurement/raw_csv.hpp>

#include "calibrate/raw_folder.hpp"
#include "tests/calibrate/scratch.hpp"

namespace calibrate_measure_raw_writer_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

TEST_CASE("what is written and finished is read back") {
  const ScratchFolder folder;
  RawWriter out(folder.path.string(), "launch", "card-a", "kind,blocks,period_us", 2, false);
  out.write(csv("graph", 1, 0.535));
  out.finish();
  const RawTable table = parse_raw(read_text(folder.path / "launch.csv"), "launch.csv", "launch", "card-a");
  CHECK(table.csv.rows[0].cells == std::vector<std::string>{"graph", "1", "0.535"});
}

TEST_CASE("an interrupted table is refused by the reader, and continued with resume without its rows twice") {
  const ScratchFolder folder;
  {
    RawWriter out(folder.path.string(), "launch", "card-a", "kind,blocks,period_us", 2, false);
    out.write("graph,1,0.5");
  }  // no finish(): interrupted
  CHECK_THROWS_AS((void)parse_raw(read_text(folder.path / "launch.csv"), "launch.csv", "launch"), Error);
  RawWriter out(folder.path.string(), "launch", "card-a", "kind,blocks,period_us", 2, true);
  CHECK(out.done("graph,1"));
  CHECK_FALSE(out.done("graph,132"));
  out.write("graph,132,0.6");
  out.finish();
  CHECK(parse_raw(read_text(folder.path / "launch.csv"), "launch.csv", "launch").csv.rows.size() == 2);
}

TEST_CASE("without resume an old table is replaced; another card's table is never resumed") {
  const ScratchFolder folder;
  {
    RawWriter out(folder.path.string(), "launch", "card-a", "kind,blocks,period_us", 2, false);
    out.write("graph,1,0.5");
  }
  CHECK_THROWS_AS(RawWriter(folder.path.string(), "launch", "card-b", "kind,blocks,period_us", 2, true), DeviceError);
  const RawWriter out(folder.path.string(), "launch", "card-b", "kind,blocks,period_us", 2, false);
  CHECK_FALSE(out.done("graph,1"));
}

TEST_CASE("noise of more than the whole time is written as the whole, which the reader takes") {
  CHECK(recorded_noise(0.02) == 0.02);
  CHECK(recorded_noise(3.5) == 1.0);
  const auto table = [](double noise) {
    return "# perfmodel-raw 1 launch card=card-a\nkind,noise\n" + csv("graph", noise) + "\n# end 1\n";
  };
  CHECK(parse_raw(table(recorded_noise(3.5)), "launch.csv", "launch").csv.rows.size() == 1);
  CHECK_THROWS_AS((void)parse_raw(table(3.5), "launch.csv", "launch"), Error);
}
}  // namespace calibrate_measure_raw_writer_test
