#pragma once
#include <perfmodel/json/constants.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE Constants load_constants(const std::filesystem::path& folder) {
  const std::filesystem::path tables = folder / "constants";
  return {.gemm = load_table<GemmTable>(tables / "gemm.json").table,
          .choices = load_choices(folder / "choices" / "cublas.json").table,
          .convolution_choices = load_convolution_choices(folder / "choices" / "cudnn.json").table,
          .streaming = load_table<StreamingTable>(tables / "streaming.json").table,
          .convolution = load_table<ConvolutionTables>(tables / "convolution.json").table,
          .attention = load_table<AttentionTable>(tables / "attention.json").table,
          .collective = load_table<CollectiveTable>(tables / "collective.json").table,
          .fused = load_table<FusedTable>(tables / "fused.json").table,
          .recurrent = load_table<RecurrentTable>(tables / "recurrent.json").table,
          .host_copy = load_table<HostCopyTable>(tables / "host_copy.json").table,
          .lowering = load_table<LoweringTable>(tables / "lowering.json").table};
}

PERFMODEL_INLINE bool describes_machine(const Node& root) { return !root.find("framework"); }

PERFMODEL_INLINE std::vector<HostProfile> load_host_profiles(const std::filesystem::path& folder) {
  std::vector<HostProfile> profiles;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") {
      const Document document = parse_file(entry.path());
      if (!describes_machine(document.root())) profiles.push_back(table_from_json<HostProfile>(document.root()).table);
    }
  if (error) throw bad_input(one_line(folder.string(), 400), '"' + error.message() + '"', "must be a readable folder");
  std::sort(profiles.begin(), profiles.end(), [](const HostProfile& a, const HostProfile& b) {
    if (a.framework != b.framework) return a.framework < b.framework;
    return version_number(a.version, "/version") < version_number(b.version, "/version");
  });
  return profiles;
}

}  // namespace perfmodel::json
