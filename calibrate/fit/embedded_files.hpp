#pragma once
/// Which files of data/ are compiled in, and under which names.
#include <filesystem>
#include <map>
#include <perfmodel/json/constants.hpp>
#include <perfmodel/json/host_json.hpp>
#include <perfmodel/parallel/wrapper_table.hpp>
#include <string>

#include "calibrate/fit/embedded_writer.hpp"

namespace perfmodel {

/// Name of the header in include/perfmodel/data -> its text, all from the files of `data`.
/// @throws Error naming file and JSON pointer
[[nodiscard]] inline std::map<std::string, std::string> embedded_files(const std::filesystem::path& data) {
  const Constants c = json::load_constants(data);
  return {
      {"gemm_numbers.hpp", embedded_text(c.gemm, "gemm", "data/constants/gemm.json")},
      {"streaming_numbers.hpp", embedded_text(c.streaming, "streaming", "data/constants/streaming.json")},
      {"convolution_numbers.hpp", embedded_text(c.convolution, "convolution", "data/constants/convolution.json")},
      {"attention_numbers.hpp", embedded_text(c.attention, "attention", "data/constants/attention.json")},
      {"collective_numbers.hpp", embedded_text(c.collective, "collective", "data/constants/collective.json")},
      {"fused_numbers.hpp", embedded_text(c.fused, "fused", "data/constants/fused.json")},
      {"recurrent_numbers.hpp", embedded_text(c.recurrent, "recurrent", "data/constants/recurrent.json")},
      {"host_copy_numbers.hpp", embedded_text(c.host_copy, "host_copy", "data/constants/host_copy.json")},
      {"lowering_numbers.hpp", embedded_text(c.lowering, "lowering", "data/constants/lowering.json")},
      {"wrapper_numbers.hpp", embedded_text(json::load_table<WrapperTable>(data / "constants" / "wrapper.json").table,
                                            "wrapper", "data/constants/wrapper.json")},
      {"cublas_choices.hpp", embedded_choices_text(c.choices, "cublas", "data/choices/cublas.json")},
      {"cudnn_choices.hpp", embedded_choices_text(c.convolution_choices, "cudnn", "data/choices/cudnn.json")},
      {"host_numbers.hpp", embedded_text(json::load_host_profiles(data / "host"), "host", "data/host")},
      {"machine_numbers.hpp", embedded_text(json::load_hosts(data / "host"), "machine", "data/host")}};
}

/// Writes those headers whose text has changed.
inline void write_embedded_files(const std::filesystem::path& data, const std::filesystem::path& headers) {
  for (const auto& [name, text] : embedded_files(data)) {
    const std::filesystem::path file = headers / name;
    if (!std::filesystem::exists(file) || json::read_file(file) != text) json::write_file(file, text);
  }
}

}  // namespace perfmodel
