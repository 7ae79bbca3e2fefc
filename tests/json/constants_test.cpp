#include <doctest/doctest.h>

#include <filesystem>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/constants.hpp>
#include <perfmodel/json/host_json.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <perfmodel/software/host_profiles.hpp>
#include <string>

namespace json_constants_test {
using namespace perfmodel;
namespace fs = std::filesystem;

namespace {
const fs::path data_folder = fs::path(PERFMODEL_SOURCE_DIR) / "data";

template <class Table>
void check_round_trip(const fs::path& file) {
  CAPTURE(file);
  const json::Sealed<Table> read = json::load_table<Table>(file);
  CHECK(json::table_text(read.table, read.provenance) == json::read_file(file));
}

/// A device whose constants come from these files, and a kernel of each kind on it.
[[nodiscard]] std::vector<Prediction> predictions(const KernelModel& model) {
  return {predict(Gemm{.format = NumberFormat::tf32, .m = 1000, .n = 2000, .k = 300}, model),
          predict(Convolution{.format = NumberFormat::bf16, .n = 8, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3},
                  model),
          predict(Convolution{.n = 8, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3}, model),
          predict(Attention{.format = NumberFormat::bf16,
                            .batch = 2,
                            .heads = 8,
                            .key_heads = 8,
                            .queries = 512,
                            .keys = 512,
                            .head_size = 64},
                  model),
          predict(Streaming{.columns = 1000000, .read = 4e6 * byte, .written = 4e6 * byte}, model),
          predict(Collective{.gpus = 8, .size = 1e8 * byte}, model),
          predict(op::Fused{.outputs = 1000000, .read = 4e6 * byte, .written = 4e6 * byte}, model)};
}
}  // namespace

TEST_CASE("files of data/ come back from their tables as the same text") {
  check_round_trip<GemmTable>(data_folder / "constants" / "gemm.json");
  check_round_trip<StreamingTable>(data_folder / "constants" / "streaming.json");
  check_round_trip<ConvolutionTables>(data_folder / "constants" / "convolution.json");
  check_round_trip<AttentionTable>(data_folder / "constants" / "attention.json");
  check_round_trip<CollectiveTable>(data_folder / "constants" / "collective.json");
  check_round_trip<FusedTable>(data_folder / "constants" / "fused.json");
  check_round_trip<RecurrentTable>(data_folder / "constants" / "recurrent.json");
  check_round_trip<LoweringTable>(data_folder / "constants" / "lowering.json");
  check_round_trip<HostCopyTable>(data_folder / "constants" / "host_copy.json");
  std::size_t profiles = 0, machines = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_folder / "host")) {
    const json::Document document = json::parse_file(entry.path());
    if (json::describes_machine(document.root()))
      check_round_trip<Host>(entry.path()), ++machines;
    else
      check_round_trip<HostProfile>(entry.path()), ++profiles;
  }
  CHECK(profiles == host_profiles().size());
  CHECK(machines == known_hosts().size());
  const fs::path choices = data_folder / "choices" / "cublas.json";
  const auto trees = json::load_choices(choices);
  CHECK(json::choices_text(trees.table, trees.provenance) == json::read_file(choices));
}

TEST_CASE("a model of files predicts what the compiled-in copies predict, and other files something else") {
  const Device h200 = json::load_device("h200-sxm").device;
  Constants constants = json::load_constants(data_folder);
  const std::vector<Prediction> compiled = predictions(make_kernel_model(h200)),
                                files = predictions(make_kernel_model(h200, constants));
  for (std::size_t i = 0; i < compiled.size(); ++i) {
    CHECK(files[i].total == compiled[i].total);
    CHECK(files[i].low == compiled[i].low);
  }
  for (GemmConstants& family : constants.gemm.families) family.dram_efficiency *= 0.5, family.launch_seconds *= 3.0;
  for (MemoryConstants& memory : constants.streaming.memories) memory.share *= 0.5;
  for (ConvolutionTable& table : constants.convolution)
    for (auto& unit : table.fixed_seconds)
      for (double& seconds : unit) seconds *= 3.0;
  for (AttentionConstants& family : constants.attention) family.block_cycles *= 3.0;
  for (LinkConstants& link : constants.collective) link.share *= 0.5, link.nvls_share *= 0.5;
  for (FusedLoopConstants& loop : constants.fused.loops) loop.efficiency *= 0.5;
  const std::vector<Prediction> others = predictions(make_kernel_model(h200, constants));
  for (std::size_t i = 0; i < compiled.size(); ++i) CHECK(others[i].total > compiled[i].total);
}

TEST_CASE("a model of files is of one software, as that of the compiled-in copies: older cards and releases") {
  const Constants constants = json::load_constants(data_folder);
  for (const char* name : {"A100-SXM4-40GB", "T4"})
    for (const char* release : {"1.13", "2.1", "2.11"}) {
      CAPTURE(std::string(name) + ' ' + release);
      const Device device = json::load_device(name).device;
      const Software software = software_of(Framework::pytorch, release);
      const KernelModel of_files = make_kernel_model(device, constants, software);
      CHECK(of_files.device.name == device.name);
      CHECK(of_files.software.version == software.version);
      const Gemm g{.format = NumberFormat::fp16, .m = 1000, .n = 2000, .k = 300};
      const Convolution c{.n = 8, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3};
      const KernelModel compiled = make_kernel_model(device, software);
      CHECK(predict(g, of_files).total == predict(g, compiled).total);
      CHECK(predict(c, of_files).total == predict(c, compiled).total);
      CHECK(of_files.streaming.version == compiled.streaming.version);
      CHECK(of_files.attention.version == compiled.attention.version);
    }
}

TEST_CASE("profiles come by framework and version, and a folder that is not there is named") {
  const std::vector<HostProfile> profiles = json::load_host_profiles(data_folder / "host");
  REQUIRE(profiles.size() == all_frameworks.size());
  CHECK(profiles[0].framework == Framework::libtorch);
  CHECK(profiles[2].framework == Framework::cuda_graph);
  CHECK(host_profile(Framework::pytorch, "2.12", profiles).launch == host_profile(Framework::pytorch, "2.11").launch);
  CHECK_THROWS_WITH_AS((void)json::load_host_profiles("/nowhere"),
                       "/nowhere: got \"No such file or directory\"; must be a readable folder", Error);
  CHECK_THROWS_WITH_AS(
      (void)json::load_constants("/nowhere"),
      "/nowhere/constants/gemm.json: got \"No such file or directory\" on opening; must be a readable file", Error);
}
}  // namespace json_constants_test
