/// perfmodel-plan predict step: time and memory of training and inference steps, from CSV to CSV.
#include <memory>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <utility>

#include "arguments.hpp"
#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "predict.hpp"
#include "recipe_rows.hpp"
#include "system_rows.hpp"

namespace plan {
namespace predict_step_command {
namespace {

using namespace perfmodel;

struct Options {
  BatchOptions batch{};
  SoftwareOptions unsaid{};
  std::string load = "sustained";
  AskedHost host{};
  InputOptions input{};
};

[[nodiscard]] std::string column(const char* name) { return name; }

/// The answer's columns. @param slower  what the step takes without waiting for its input, over what it takes
[[nodiscard]] std::vector<std::string> figures(const ParallelEstimate& p, double slower) {
  const StepEstimate& e = p.step;
  const auto us = [](Time time) { return exact(in(time, micro * second)); };
  const auto bytes = [](Bytes b) { return number("%.0f", in(b, byte)); };
  return {us(e.step),
          us(e.low),
          us(e.high),
          us(e.device_busy),
          us(e.host),
          std::string(name(e.bound)),
          bytes(e.peak_allocated),
          bytes(e.peak_reserved),
          bytes(e.device_used),
          e.fits ? "true" : "false",
          exact(slower * p.samples_per_second),
          p.tokens_per_second > 0.0 ? exact(slower * p.tokens_per_second) : "",
          exact(slower * p.mfu),
          us(p.communication),
          us(p.exposed),
          exact(slower * p.bubble)};
}

/// Answers rows, in one thread. The networks are those of all threads.
class StepAnswers {
 public:
  StepAnswers(const Options& o, const CardModel& card, NetworkCache& networks)
      : device_(card.device),
        software_(card.software()),
        pipeline_(o.input.pipeline()),
        cards_(card),
        networks_(&networks) {}

  [[nodiscard]] std::vector<std::string> operator()(const CsvTable& table, const CsvRow& row, RowRemarks& remarks) {
    const ParallelRow asked = parallel_row(table, row);
    const auto [network, recipe] = question(table, row);
    if (!computes(device_, recipe.precision))
      throw bad_input("precision", '"' + std::string(name(recipe.precision)) + '"',
                      "must be one that " + device_.name + " computes in");
    const CardModel& card =
        cards_.at(framework_of(table, row, software_, column), cell_or(table, row, "host"), column("host"));
    const HostSystem& system = systems_(asked.system, device_, asked.layout.gpus() == 1);
    if (asked.layout.gpus() > 1 && asked.system.empty() && !std::exchange(said_system_, true))
      remarks.push_back({"system", table.file + ':' + std::to_string(row.line) +
                                       ": no system is named: " + system.name + " with " + std::to_string(system.gpus) +
                                       " GPUs a node is assumed for this row and others like it"});
    ParallelEstimate p = estimate_parallel(*network, recipe, asked.layout, system, card, asked.nodes);
    const std::int64_t samples = passes_of(asked.layout, recipe.batch).global * recipe.accumulation;
    const Time before = p.step.step;
    p.step = with_input(p.step, samples, pipeline_);
    return figures(p, in(before, p.step.step));
  }

 private:
  [[nodiscard]] std::pair<std::shared_ptr<const Network>, Recipe> question(const CsvTable& table, const CsvRow& row) {
    const std::string& name_of_network = row.cells[table.at("network")];
    if (name_of_network.empty()) throw bad_input("network", "nothing", std::string("must be ") + network_help);
    const std::int64_t batch = batch_of(table, row, column);
    const bool recorded = name_of_network.starts_with("recorded:");
    Recipe recipe =
        recorded ? recipe_of(table, row, *(*networks_)(name_of_network), column) : recipe_of(table, row, column);
    set_checkpoint(recipe, cell_or(table, row, "checkpoint"));
    const std::shared_ptr<const Network> network = (*networks_)(name_of_network);
    set_batch(recipe, *network, batch);
    return {network, recipe};
  }

  Device device_;
  Software software_;
  InputPipeline pipeline_;
  CardModels cards_;
  NetworkCache* networks_;
  Systems systems_{};
  bool said_system_{};
};

void run(const Options& o) {
  const json::Card found = load_card(o.batch.device);
  const CardModel card = card_model(found, o.unsaid.software(), load_from(o.load, "--load"), o.host);
  note_calibration(found);
  note_host(found, o.host);
  NetworkCache networks;
  answer_rows(o.batch, {.required = {"network", "batch", "precision", "optimizer"},
                        .added = {"step_us", "low_us", "high_us", "device_us", "host_us", "bound",
                                  "peak_allocated_bytes", "peak_reserved_bytes", "device_used_bytes", "fits",
                                  "samples_per_s", "tokens_per_s", "mfu", "communication_us", "exposed_us", "bubble"},
                        .answer_of_thread = [&]() -> RowAnswer {
                          return [answers = std::make_shared<StepAnswers>(o, card, networks)](
                                     const CsvTable& table, const CsvRow& row, RowRemarks& remarks) {
                            return (*answers)(table, row, remarks);
                          };
                        },
                        .rows_at_once = 16});
}

}  // namespace
}  // namespace predict_step_command

void add_predict_step(CLI::App& app) {
  using namespace predict_step_command;
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("step", "training and inference steps: columns network,batch,precision,optimizer");
  add_device_option(*command, o->batch.device)->required();
  o->batch.add_to(*command);
  command->add_option("--load", o->load, "isolated or sustained")->capture_default_str();
  o->unsaid.add_to(*command, "of rows that do not say");
  add_host_options(*command, o->host);
  o->input.add_to(*command);
  command->footer(
      "Optional columns: mode (train, infer), framework (libtorch, pytorch; empty: --framework), memory_format (nchw, "
      "nhwc),\n"
      "gradient_scaler (true, false), cudnn_benchmark (false, true), host (a name or file, as of --host); empty: the\n"
      "first, of host the option's.\n"
      "On many GPUs: system, nodes, gpus, dp, tp, pp, ep, cp (their product: gpus), zero (0-3), reshard,\n"
      "sequence_parallel, virtual_stages, schedule (1f1b, zero_bubble), micro_batch (then batch is that of all GPUs),\n"
      "checkpoint (none, full, selective, every:N), bucket_mb, bucket_view, tensor (distributed:\n"
      "torch.distributed.tensor; by_hand), offload (none, optimizer, activations), adapter (lora:RANK, qlora:RANK),\n"
      "unequal (standard deviation of a data rank's pass over its mean).\n"
      "Adds "
      "step_us,low_us,high_us,device_us,host_us,bound,peak_allocated_bytes,peak_reserved_bytes,device_used_bytes,\n"
      "fits,samples_per_s,tokens_per_s,mfu,communication_us,exposed_us,bubble,error. Memory: of the fullest GPU.\n"
      "device_us: kernels alone; host_us: the host's own work, which runs beside them.\n"
      "Example:\n  perfmodel-plan predict step --device H200-SXM --input steps.csv --output times.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
