#pragma once
/// Every reader of what somebody else wrote, as one function of some bytes. Wrong input throws Error; anything else
/// that leaves a function, a crash, or memory without end is a fault of the reader.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <perfmodel/json/calibration_json.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/choices_json.hpp>
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/json/host_json.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/json/network_json.hpp>
#include <perfmodel/json/preset_json.hpp>
#include <perfmodel/json/price_list_json.hpp>
#include <perfmodel/json/recording_json.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/parallel/strategy.hpp>
#include <perfmodel/recording/recorded_network.hpp>
#include <string>
#include <string_view>

#include "plan/arguments.hpp"
#ifdef PERFMODEL_HAS_ONNX
#include "plan/onnx/load.hpp"
#endif

namespace fuzz {

using Reader = void (*)(std::string_view bytes);

/// What is done with a network that could be read: its shapes, which is where sizes meet.
inline void use(const perfmodel::Network& network) { (void)perfmodel::infer_shapes(network, 2); }

template <class Use>
void with_json(std::string_view bytes, const Use& use_root) {
  const perfmodel::json::Document document = perfmodel::json::parse_text(bytes, "input.json");
  use_root(document.root());
}

/// The documents that the shipped cards name.
inline const perfmodel::json::Sources& sources() {
  static const perfmodel::json::Sources shipped = perfmodel::json::load_device("t4").sources;
  return shipped;
}
inline void device(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { (void)perfmodel::json::device_from_json(root, sources()); });
}
inline void network(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { use(perfmodel::json::network_from_json(root)); });
}
inline void hugging_face(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { use(perfmodel::json::network_from_config(root, {.sequence = 64})); });
}
inline void system(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { (void)perfmodel::json::system_from_json(root); });
}
inline void calibration(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { (void)perfmodel::json::calibration_from_json(root, {}); });
}
inline void choices(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { (void)perfmodel::json::choices_from_json(root); });
}
inline void prices(std::string_view bytes) {
  with_json(bytes, [](const auto& root) {
    (void)perfmodel::json::prices_from_json(root, {"A100-SXM4-80GB", "H100-SXM5-80GB", "H200-SXM", "L40S"});
  });
}
inline void presets(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { (void)perfmodel::json::presets_from_json(root); });
}
inline void host(std::string_view bytes) {
  with_json(bytes, [](const auto& root) { (void)perfmodel::json::table_from_json<perfmodel::Host>(root); });
}

/// The empty text, or several lines: no message to a user.
[[nodiscard]] inline bool is_one_line(std::string_view text) {
  return !text.empty() && text.find('\n') == std::string_view::npos;
}

/// What users type behind options: numbers, ranges, times, sizes, powers, words. Reads what any of them reads.
inline void option_values(std::string_view bytes) {
  const std::string text(bytes), place = "--option";
  int read = 0;
  std::optional<perfmodel::Error> last;
  const auto attempt = [&](const auto& reader) {
    try {
      reader();
      ++read;
    } catch (const perfmodel::Error& error) {
      if (!is_one_line(error.what())) throw std::logic_error("not one line: " + std::string(error.what()));
      last = error;
    }
  };
  attempt([&] { (void)plan::amount_from(text, place); });
  attempt([&] { (void)plan::number_list(text, place, 1, plan::any_size); });
  attempt([&] { (void)plan::time_from(text, place); });
  attempt([&] { (void)plan::power_from(text, place); });
  attempt([&] { (void)plan::bytes_from(text, place); });
  attempt([&] { (void)perfmodel::strategy_from(text, place); });
  attempt([&] { (void)perfmodel::precision_from(text, place); });
  attempt([&] { (void)perfmodel::goal_from(text, place); });
  attempt([&] { (void)perfmodel::collective_from(text, place); });
  attempt([&] { (void)perfmodel::json::load_host(text.ends_with(".json") ? "x" : text, place); });
  if (read == 0 && last) throw *last;
}
inline void csv(std::string_view bytes) { (void)perfmodel::parse_csv(bytes, "input.csv"); }
inline void operations(std::string_view bytes) {
  (void)perfmodel::eager_operations(perfmodel::parse_csv(bytes, "input.csv"), perfmodel::NumberFormat::fp32);
}
inline void network_words(std::string_view bytes) { use(perfmodel::named_network(bytes)); }

/// Readers of files get one of this process.
inline std::string as_file(std::string_view bytes, const std::string& ending) {
  const auto path = std::filesystem::temp_directory_path() / ("perfmodel-fuzz-" + std::to_string(::getpid()) + ending);
  std::ofstream(path, std::ios::binary) << bytes;
  return path.string();
}
inline void recording(std::string_view bytes) {
  const std::string file = as_file(bytes, ".json");
  (void)perfmodel::recorded_network(
      std::make_shared<const perfmodel::Recording>(perfmodel::json::read_recording(file)));
}
#ifdef PERFMODEL_HAS_ONNX
inline void onnx(std::string_view bytes) { use(plan::onnx_import::load(as_file(bytes, ".onnx")).network); }
#endif

/// By the name of the reader's folder in corpus/.
inline const std::map<std::string, Reader>& readers() {
  static const std::map<std::string, Reader> all{{"device", device},
                                                 {"network", network},
                                                 {"hugging_face", hugging_face},
                                                 {"system", system},
                                                 {"calibration", calibration},
                                                 {"choices", choices},
                                                 {"prices", prices},
                                                 {"presets", presets},
                                                 {"host", host},
                                                 {"option_values", option_values},
                                                 {"csv", csv},
                                                 {"operations", operations},
                                                 {"network_words", network_words},
#ifdef PERFMODEL_HAS_ONNX
                                                 {"onnx", onnx},
#endif
                                                 {"recording", recording}};
  return all;
}

/// What a reader may do with wrong input: read it, or say what is wrong with it in one line.
inline void run(Reader reader, std::string_view bytes) {
  try {
    reader(bytes);
  } catch (const perfmodel::Error& error) {
    if (!is_one_line(error.what()))
      throw std::logic_error("an error of none or several lines: " + std::string(error.what()));
  }
}

}  // namespace fuzz
