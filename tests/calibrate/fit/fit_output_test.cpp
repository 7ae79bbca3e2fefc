#include "calibrate/fit/fit_output.hpp"

#include <doctest/doctest.h>

#include <filesystem>

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
