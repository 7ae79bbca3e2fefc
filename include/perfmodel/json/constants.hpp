#pragma once
/// Everything fitted, from the files of data/ instead of the copies that are compiled in.
#include <algorithm>
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/choices_json.hpp>
#include <perfmodel/json/convolution_choices_json.hpp>
#include <perfmodel/json/table_json.hpp>
#include <perfmodel/lowering/fields.hpp>
#include <perfmodel/pricing/attention/fields.hpp>
#include <perfmodel/pricing/collective/fields.hpp>
#include <perfmodel/pricing/constants.hpp>
#include <perfmodel/pricing/convolution/fields.hpp>
#include <perfmodel/pricing/fused/fields.hpp>
#include <perfmodel/pricing/gemm/fields.hpp>
#include <perfmodel/pricing/host_copy/fields.hpp>
#include <perfmodel/pricing/recurrent/fields.hpp>
#include <perfmodel/pricing/streaming/fields.hpp>
#include <perfmodel/software/host_fields.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

/// @param folder  data/ of this project, or a folder laid out like it: constants/, choices/
/// @throws Error naming file and JSON pointer
[[nodiscard]] Constants load_constants(const std::filesystem::path& folder);

/// Whether a file of data/host describes a machine (Host) and not a framework (HostProfile).
[[nodiscard]] bool describes_machine(const Node& root);

/// Host profiles of a folder (data/host), by framework, oldest version first.
/// @throws Error naming file and JSON pointer, or the folder where it cannot be read
[[nodiscard]] std::vector<HostProfile> load_host_profiles(const std::filesystem::path& folder);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/constants.ipp>
#endif
