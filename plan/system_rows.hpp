#pragma once
/// How a step is spread over GPUs, from CSV rows.
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/parallel/layout.hpp>
#include <string>

#include "recipe_rows.hpp"

namespace plan {

/// Layout, system and number of hosts that a row asks for.
struct ParallelRow {
  perfmodel::ParallelLayout layout{};
  std::int64_t nodes{};
  std::string system{};  ///< as written; empty: none
};

/// @throws Error naming `checkpoint` unless it is none, full, selective or every:N
inline void set_checkpoint(perfmodel::Recipe& recipe, const std::string& word) {
  constexpr std::int64_t most = 1'000'000;
  const std::string typed = perfmodel::lower_case(word);
  if (typed.empty() || typed == "none") return;
  if (typed == "full")
    recipe.checkpoint_every = 1;
  else if (typed == "selective")
    recipe.checkpoint_attention = true;
  else if (typed.starts_with("every:"))
    recipe.checkpoint_every = perfmodel::to_integer(typed.substr(6), "checkpoint", 1, most);
  else
    throw perfmodel::bad_input("checkpoint", perfmodel::in_quotes(word), "must be none, full, selective or every:N");
}

/// How a row's tensor ranks are cut. @throws Error naming the column
[[nodiscard]] inline bool tensor_by_hand(const std::string& word) {
  const std::string typed = perfmodel::lower_case(word);
  if (typed.empty() || typed == "distributed") return false;
  if (typed == "by_hand") return true;
  throw perfmodel::bad_input("tensor", perfmodel::in_quotes(word), "must be distributed or by_hand");
}

/// Whether a row's pipeline leaves no bubbles. @throws Error naming the column
[[nodiscard]] inline bool zero_bubble(const std::string& word) {
  const std::string typed = perfmodel::lower_case(word);
  if (typed.empty() || typed == "1f1b") return false;
  if (typed == "zero_bubble") return true;
  throw perfmodel::bad_input("schedule", perfmodel::in_quotes(word), "must be 1f1b or zero_bubble");
}

/// What of a row waits on the host. @throws Error naming the column
[[nodiscard]] inline perfmodel::Offload offload_from(const std::string& word) {
  const std::string typed = perfmodel::lower_case(word);
  if (typed.empty() || typed == "none") return perfmodel::Offload::none;
  if (typed == "optimizer") return perfmodel::Offload::optimizer;
  if (typed == "activations") return perfmodel::Offload::activations;
  throw perfmodel::bad_input("offload", perfmodel::in_quotes(word), "must be none, optimizer or activations");
}

/// "lora:8", "qlora:16". @throws Error naming the column
[[nodiscard]] inline perfmodel::Adapter adapter_from(const std::string& word) {
  constexpr std::int64_t most = 1 << 16;
  const std::string typed = perfmodel::lower_case(word);
  if (typed.empty() || typed == "none") return {};
  const std::size_t colon = typed.find(':');
  const std::string kind = typed.substr(0, colon);
  if (colon == std::string::npos || (kind != "lora" && kind != "qlora"))
    throw perfmodel::bad_input("adapter", perfmodel::in_quotes(word), "must be none, lora:RANK or qlora:RANK");
  return {.rank = perfmodel::to_integer(typed.substr(colon + 1), "adapter", 1, most), .quantized = kind == "qlora"};
}

/// The row's degrees and strategies. Where only the number of GPUs is said, they are data-parallel; a micro-batch makes
/// the batch that of all GPUs.
/// @throws Error naming the column
[[nodiscard]] inline ParallelRow parallel_row(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row) {
  constexpr std::int64_t most = 1 << 20;
  const auto number = [&](const char* column, std::int64_t absent, std::int64_t least = 1) {
    const std::string word = cell_or(table, row, column);
    return word.empty() ? absent : perfmodel::to_integer(word, column, least, most);
  };
  const auto truth = [&](const char* column, bool absent) {
    return truth_of(perfmodel::lower_case(cell_or(table, row, column, absent ? "true" : "false")), column);
  };
  ParallelRow asked{.nodes = number("nodes", 0), .system = cell_or(table, row, "system")};
  perfmodel::ParallelLayout& l = asked.layout;
  l.tp = number("tp", 1), l.pp = number("pp", 1), l.ep = number("ep", 1), l.cp = number("cp", 1);
  const std::int64_t others = l.tp * l.pp * l.ep * l.cp, gpus = number("gpus", 0), dp = number("dp", 0);
  l.dp = dp > 0 ? dp : gpus > 0 && gpus % others == 0 ? gpus / others : 1;
  l.zero = static_cast<int>(number("zero", 0, 0));
  l.reshard = truth("reshard", true);
  l.sequence_parallel = truth("sequence_parallel", false);
  l.tensor_by_hand = tensor_by_hand(cell_or(table, row, "tensor"));
  l.virtual_stages = number("virtual_stages", 1);
  l.zero_bubble = zero_bubble(cell_or(table, row, "schedule"));
  l.offload = offload_from(cell_or(table, row, "offload"));
  l.adapter = adapter_from(cell_or(table, row, "adapter"));
  l.micro_batch = number("micro_batch", 0);
  if (const std::string word = cell_or(table, row, "bucket_mb"); !word.empty())
    l.bucket = perfmodel::to_positive(word, "bucket_mb") * perfmodel::mebi * perfmodel::byte;
  l.bucket_view = truth("bucket_view", false);
  if (const std::string word = cell_or(table, row, "unequal"); !word.empty())
    l.unequal = perfmodel::to_number(word, "unequal", 0.0, 1.0);
  perfmodel::check(l, gpus > 0 ? gpus : l.gpus());
  return asked;
}

/// Systems that rows name, each read once.
class Systems {
 public:
  /// @param device  whose usual system is meant where the row names none
  const perfmodel::HostSystem& operator()(const std::string& name, const perfmodel::Device& device, bool alone) {
    if (name.empty() && alone) return single_ = perfmodel::system_of(device);
    auto& entry = found_[name];
    if (!entry)
      entry = std::make_unique<perfmodel::HostSystem>(name.empty() ? perfmodel::json::usual_system(device)
                                                                   : perfmodel::json::load_system(name));
    return *entry;
  }

 private:
  perfmodel::HostSystem single_{};
  std::map<std::string, std::unique_ptr<perfmodel::HostSystem>> found_{};
};

}  // namespace plan
