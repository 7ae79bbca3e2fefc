/// perfmodel-plan predict max-batch: the largest batch that trains under a limit, from CSV to CSV.
#include <memory>

#include "arguments.hpp"
#include "cards.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "predict.hpp"
#include "recipe_rows.hpp"

namespace plan {
namespace predict_max_batch_command {
namespace {

using namespace perfmodel;

struct Options {
  BatchOptions batch{};
  SoftwareOptions unsaid{};
};

void run(const Options& o) {
  const Software software = o.unsaid.software();
  const Device device = load_card(o.batch.device).device();
  NetworkCache networks;
  const auto answer = [&](const CsvTable& table, const CsvRow& row, RowRemarks&) -> std::vector<std::string> {
    const std::string network = cell_or(table, row, "network"), limit = cell_or(table, row, "limit_bytes");
    if (network.empty()) throw bad_input("network", "nothing", std::string("must be ") + network_help);
    MaxBatchOptions options{};
    if (!limit.empty()) options.memory.reserved_limit = to_integer(limit, "limit_bytes", 1);
    options.multiple_of = to_integer(cell_or(table, row, "multiple_of", "1"), "multiple_of", 1, largest_batch_asked);
    const auto column = [](const char* name) { return std::string(name); };
    const std::shared_ptr<const Network> asked = networks(network);
    const Recipe recipe = recipe_of(table, row, *asked, column);
    if (!computes(device, recipe.precision))
      throw bad_input("precision", std::string(name(recipe.precision)),
                      "must be one that " + device.name + " computes in");
    const Software runs = with_framework(software, framework_of(table, row, software, column));
    const MaxBatch m = max_batch(*asked, recipe, runs, device, options);
    if (m.batch == 0)
      throw Error("batch " + std::to_string(options.multiple_of) + " already needs " + std::to_string(m.smallest_need) +
                  " reserved bytes, " + std::to_string(m.smallest_need - m.limit) + " more than the limit of " +
                  std::to_string(m.limit));
    return {std::to_string(m.batch), std::to_string(m.peak_allocated), std::to_string(m.peak_reserved)};
  };
  answer_rows(o.batch, {.required = {"network", "precision", "optimizer", "limit_bytes"},
                        .added = {"largest_batch", "peak_allocated_bytes", "peak_reserved_bytes"},
                        .answer_of_thread = [&]() -> RowAnswer { return answer; },
                        .rows_at_once = 1});
}

}  // namespace
}  // namespace predict_max_batch_command

void add_predict_max_batch(CLI::App& app) {
  using namespace predict_max_batch_command;
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("max-batch", "largest batches: columns network,precision,optimizer,limit_bytes");
  add_device_option(*command, o->batch.device)->required();
  o->batch.add_to(*command);
  o->unsaid.add_to(*command, "of rows that do not say");
  command->footer(
      "limit_bytes: on reserved memory; empty: the card's. Optional columns: framework (libtorch, pytorch; empty:\n"
      "--framework), multiple_of, mode (train, infer), memory_format (nchw, nhwc).\n"
      "Adds largest_batch,peak_allocated_bytes,peak_reserved_bytes,error.\n"
      "Example:\n  perfmodel-plan predict max-batch --device H200-SXM --input limits.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
