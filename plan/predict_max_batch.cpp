/// perfmodel-plan predict max-batch: the largest batch that trains under a limit, from CSV to CSV.
#include "arguments.hpp"
#include "cards.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "predict.hpp"
#include "recipes.hpp"
#include <memory>

namespace plan {
namespace {

using namespace perfmodel;

struct Options {
  BatchOptions batch{};
  std::string version = "2.11";
};

void run(const Options& o) {
  (void)version_number(o.version, "--framework-version");
  const Device device = load_card(o.batch.device).device();
  NetworkCache networks;
  const auto answer = [&](const CsvTable& table, const CsvRow& row) -> std::vector<std::string> {
    const auto cell = [&](const char* column, const char* absent) -> std::string {
      const auto found = table.find(column);
      return !found || row.cells[*found].empty() ? absent : row.cells[*found];
    };
    const std::string network = cell("network", ""), limit = cell("limit_bytes", "");
    if (network.empty()) throw bad_input("network", "nothing", std::string("must be ") + network_help);
    MaxBatchOptions options{.memory = {.version = o.version}};
    if (!limit.empty()) options.memory.reserved_limit = to_integer(limit, "limit_bytes", 1);
    options.multiple_of = to_integer(cell("multiple_of", "1"), "multiple_of", 1, largest_batch_asked);
    const Recipe recipe{.precision = precision_from(cell("precision", ""), "precision"),
                        .optimizer = optimizer_from(cell("optimizer", ""), "optimizer"),
                        .framework = framework_from(cell("framework", "libtorch"), "framework"),
                        .version = o.version};
    const MaxBatch m = max_batch(networks(network), recipe, device, options);
    if (m.batch == 0)
      throw Error("batch " + std::to_string(options.multiple_of) + " already needs " + std::to_string(m.smallest_need) + " reserved bytes, " +
                  std::to_string(m.smallest_need - m.limit) + " more than the limit of " + std::to_string(m.limit));
    return {std::to_string(m.batch), std::to_string(m.peak_allocated), std::to_string(m.peak_reserved)};
  };
  answer_rows(o.batch, {"network", "precision", "optimizer", "limit_bytes"}, {"largest_batch", "peak_allocated_bytes", "peak_reserved_bytes"}, answer);
}

}  // namespace

void add_predict_max_batch(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("max-batch", "largest batches: columns network,precision,optimizer,limit_bytes");
  add_device_option(*command, o->batch.device)->required();
  o->batch.add_to(*command);
  command->add_option("--framework-version", o->version, "1.13 to 2.11")->capture_default_str();
  command->footer("limit_bytes: on reserved memory; empty: the card's. Optional columns: framework (libtorch, pytorch), multiple_of.\n"
                  "Adds largest_batch,peak_allocated_bytes,peak_reserved_bytes,error.\n"
                  "Example:\n  perfmodel-plan predict max-batch --device H200-SXM --input limits.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
