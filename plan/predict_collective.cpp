/// perfmodel-plan predict collective: times of communication calls from CSV to CSV.
#include <memory>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>

#include "arguments.hpp"
#include "format.hpp"
#include "predict.hpp"
#include "recipe_rows.hpp"
#include "system_rows.hpp"

namespace plan {
namespace predict_collective_command {
namespace {

using namespace perfmodel;

/// Systems with the links of their first card, each read once.
class LinkedSystems {
 public:
  struct Linked {
    HostSystem system{};
    CollectiveModel model{};
  };
  const Linked& operator()(const std::string& name) {
    auto& entry = found_[name];
    if (!entry) {
      HostSystem system = json::load_system(name);
      const Device device = json::load_device(system.devices.front()).device;
      entry = std::make_unique<Linked>(Linked{system, make_collective_model(system, device)});
    }
    return *entry;
  }

 private:
  std::map<std::string, std::unique_ptr<Linked>> found_{};
};

void run(const BatchOptions& options) {
  constexpr std::int64_t most_cards = 1 << 20, most_bytes = std::int64_t{1} << 53;
  const auto answer = [](LinkedSystems& systems, const CsvTable& table, const CsvRow& row) -> std::vector<std::string> {
    const auto cell = [&](const char* column) -> const std::string& { return row.cells[table.at(column)]; };
    const LinkedSystems::Linked& at = systems(cell("system"));
    const std::int64_t gpus = to_integer(cell("gpus"), "gpus", 1, most_cards);
    const std::string said = cell_or(table, row, "nodes");
    const std::int64_t nodes = nodes_for(at.system, gpus, said.empty() ? 0 : to_integer(said, "nodes", 1, most_cards));
    const Collective c{.kind = collective_from(cell("op"), "op"),
                       .gpus = gpus,
                       .size = static_cast<double>(whole_number(cell("bytes"), "bytes", 1, most_bytes)) * byte,
                       .per_node = (gpus + nodes - 1) / nodes};
    const Prediction p = predict(c, at.model);
    const auto us = [](Time time) { return exact(in(time, micro * second)); };
    return {us(p.total), us(p.low), us(p.high), std::string(collective_time(c, at.model).algorithm)};
  };
  answer_rows(options, {.required = {"system", "gpus", "op", "bytes"},
                        .added = {"predicted_us", "low_us", "high_us", "algorithm"},
                        .answer_of_thread = [&]() -> RowAnswer {
                          return [&, systems = std::make_shared<LinkedSystems>()](const CsvTable& table,
                                                                                  const CsvRow& row, RowRemarks&) {
                            return answer(*systems, table, row);
                          };
                        },
                        .rows_at_once = 2048});
}

}  // namespace
}  // namespace predict_collective_command

void add_predict_collective(CLI::App& app) {
  using namespace predict_collective_command;
  auto o = std::make_shared<BatchOptions>();
  CLI::App* command = app.add_subcommand("collective", "communication among GPUs: columns system,nodes,gpus,op,bytes");
  o->add_to(*command);
  command->footer(
      "op: all_reduce all_gather reduce_scatter broadcast send all_to_all. bytes: the whole buffer of one GPU, as\n"
      "nccl-tests print it. gpus: of all nodes together; nodes empty: as many as the GPUs need.\n"
      "Adds predicted_us,low_us,high_us,algorithm,error.\n"
      "Example:\n  perfmodel-plan predict collective --input collectives.csv --output times.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
