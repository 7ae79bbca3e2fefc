#include "calibrate/fit/fit_output.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace calibrate_fit_fit_output_test {
using namespace perfmodel;
namespace fs = std::filesystem;

TEST_CASE("provenance of a fit names each file that was read, with its hash") {
  const fs::path folder = fs::temp_directory_path() / "perfmodel_fit_output_test" / "raw" / "t4";
  fs::create_directories(folder);
  json::write_file(folder / "ops.csv", "foobar");
  json::write_file(folder.parent_path() / "public.csv", "a");
  const json::Provenance p = fit_provenance(
      "perfmodel-fit", {folder / "ops.csv", folder.parent_path() / "public.csv", folder / "missing.csv"});
  CHECK(p.program == "perfmodel-fit");
  CHECK(p.date.size() == 10);
  CHECK(p.inputs ==
        std::map<std::string, std::string>{{"public.csv", "af63dc4c8601ec8c"}, {"t4/ops.csv", "85944171f73967e8"}});

  const fs::path data = folder.parent_path() / "data";
  write_fitted({.data = data}, "constants/x.json", "{}\n");
  CHECK(json::read_file(data / "constants" / "x.json") == "{}\n");
  fs::remove_all(folder.parent_path().parent_path());
}

TEST_CASE("a fit that finds the same again keeps the file's date") {
  const std::string before = R"({"provenance": {"date": "2026-11-20"}, "x": 1})",
                    same = R"({"provenance": {"date": "2026-11-26"}, "x": 1})",
                    other = R"({"provenance": {"date": "2026-11-26"}, "x": 2})";
  CHECK(with_kept_date(same, before) == before);
  CHECK(with_kept_date(other, before) == other);
  CHECK(with_kept_date(other + "\n", before) == other + "\n");
  CHECK(with_kept_date(same, "{}") == same);
  CHECK(with_kept_date("{}", before) == "{}");

  const fs::path data = fs::temp_directory_path() / "perfmodel_kept_date_test";
  fs::create_directories(data);
  write_fitted({.data = data}, "x.json", before);
  write_fitted({.data = data}, "x.json", same);
  CHECK(json::read_file(data / "x.json") == before);
  write_fitted({.data = data}, "x.json", other);
  CHECK(json::read_file(data / "x.json") == other);
  fs::remove_all(data);
}
}  // namespace calibrate_fit_fit_output_test
