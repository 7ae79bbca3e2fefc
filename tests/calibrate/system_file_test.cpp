#include "calibrate/system_file.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <string>

#include "calibrate/fit/collective_fit.hpp"
#include "calibrate/raw_folder.hpp"
#include "scratch.hpp"

namespace calibrate_system_file_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

namespace {

/// The search for constants ends when its steps are 0.5 % of each (coordinate_search.hpp); share, start and hop, of
/// which a time is made, may lie as far from what made it, with the protocols' factors beside them.
constexpr double search_ends = 0.02;

/// A machine whose links have these constants: a table as perfmodel-calibrate nccl writes it, without noise.
void write_table(const ScratchFolder& folder, const LinkConstants& constants, std::size_t step = 1) {
  const LinkModel link{.link = Link::nvlink4, .bandwidth = 450e9, .constants = constants};
  std::ofstream out(folder.path / "collectives.csv");
  out << "# perfmodel-raw 1 collectives card=h100-sxm5-80gb\nop,dtype,gpus,bytes,how,calls,time_us,host_us,noise\n";
  int rows = 0;
  for (std::size_t power = 10; power <= 30; power += step)
    for (const CollectiveKind kind : {CollectiveKind::all_reduce, CollectiveKind::all_gather, CollectiveKind::send}) {
      const Collective c{.kind = kind, .gpus = 2, .size = std::exp2(static_cast<double>(power)) * byte};
      const double us = 1e6 * collective_time(c, link).total();
      for (const char* how : {"graph", "stream"})  // calls one by one wait for the host: they teach nothing
        out << name(kind) << ",fp16,2," << static_cast<long>(in(c.size, byte)) << ',' << how << ",10,"
            << (how[0] == 'g' ? us : us + 100.0) << ",9,0\n";
      rows += 2;
    }
  out << "# end " << rows << '\n';
}

}  // namespace

TEST_CASE("constants of a link come back from times that were made with them; the file is read as a system") {
  LinkConstants made = collective_table()[static_cast<std::size_t>(Link::nvlink4)];
  made.share *= 0.8;
  made.start_seconds *= 1.5;
  const ScratchFolder folder;
  write_table(folder, made);
  const SystemFit fit = fit_system(folder.path, "DGX-H100");
  CHECK(fit.link.link == Link::nvlink4);
  CHECK(fit.gpus == 2);
  for (const JudgedCollective& judged : fit.judged) {
    CAPTURE(judged.name);
    for (const double ratio : judged.ratios) CHECK(std::abs(ratio - 1.0) < search_ends);
  }
  write_text(folder.path / "mine.json", system_json(fit, "mine"));
  const HostSystem system = json::load_system((folder.path / "mine.json").string());
  CHECK(system.name == "mine");
  CHECK_FALSE(system.usual);
  CHECK(system.gpus == 8);
  REQUIRE(system.measured);
  const Device card = json::load_device("h100-sxm5-80gb").device;
  const Collective long_one{.gpus = 2, .size = 512.0 * mebi * byte};
  const double before = collective_time(long_one, make_collective_model(json::load_system("DGX-H100"), card)).total();
  const double now = collective_time(long_one, make_collective_model(system, card)).total();
  CHECK(std::abs(0.8 * now / before - 1.0) < search_ends);  // all but its start goes at the link's rate
  // another kind of link keeps its own constants
  const Device other = json::load_device("a100-sxm4-80gb").device;
  CHECK(collective_time(long_one, make_collective_model(system, other)).total() ==
        collective_time(long_one, make_collective_model(json::load_system("DGX-H100"), other)).total());
}

TEST_CASE("tables that cannot teach are refused by name") {
  const ScratchFolder folder;
  CHECK_THROWS_AS((void)fit_system(folder.path, "DGX-H100"), Error);  // no table
  write_table(folder, collective_table()[static_cast<std::size_t>(Link::nvlink4)], 9);
  CHECK_THROWS_WITH_AS((void)fit_system(folder.path, "DGX-H100"),
                       "collectives.csv: got 3 sizes of collectives in graphs; must be at least 4", Error);
}
}  // namespace calibrate_system_file_test
