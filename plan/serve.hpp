#pragma once
/// What perfmodel-plan serve is asked, and the ways to serve that it finds.
#include <cstdint>
#include <map>
#include <optional>
#include <perfmodel/network/network.hpp>
#include <perfmodel/planner/serve.hpp>
#include <perfmodel/system/host_system.hpp>
#include <string>
#include <vector>

#include "host_option.hpp"
#include "output.hpp"
#include "software_options.hpp"

namespace plan::serve_command {

using namespace perfmodel;

/// Requests at once up to which engines go unasked (TensorRT-LLM 0.17: max_batch_size).
inline constexpr std::int64_t most_requests = 2048;

struct Options {
  std::string network{}, gpus{}, batches{}, precision = "bf16", weights{}, cache{}, system{}, load = "sustained";
  std::string first_token{}, per_token{};
  std::vector<std::string> devices{"all"};
  std::int64_t prompt = 1024, generated = 128, chunk = 8192, top = 12;
  std::optional<double> rate{};
  SoftwareOptions runs_on{.framework = "compile_graph"};
  AskedHost host{};
  Output output{};
};

/// One way to serve, with what it does.
struct Served {
  std::string device{}, constants{};
  std::int64_t gpus{};
  ServingEstimate estimate{};
  std::int64_t servers{};  ///< of `gpus` cards each, that make the rate asked for; 0: none was asked for

  [[nodiscard]] double per_gpu() const { return estimate.tokens_per_second / static_cast<double>(gpus); }
};

struct Answer {
  std::string network{};
  std::vector<Served> ways{};                  ///< best first
  std::map<std::string, std::int64_t> left{};  ///< why combinations were left out, and how many
  std::optional<Served> nearest{};             ///< of those that were refused
  std::optional<Served> largest{};             ///< most GPUs in one host, of those that need more than one
};

struct Asked {
  const Options& o;
  ServingLoad load{};
  ServingRecipe recipe{};
  Software software{};
  Load held{};
  std::optional<Time> first_token{}, per_token{};
  std::vector<HostSystem> systems{};
  Network prompts{}, token{};
};

/// @throws Error for words that mean nothing, and for networks that are no language models or not that long
[[nodiscard]] Asked asked(const Options& options);

[[nodiscard]] Answer answer_to(const Asked& question);

}  // namespace plan::serve_command
