/// perfmodel-plan predict step: time and memory of training and inference steps, from CSV to CSV.
#include <memory>

#include "arguments.hpp"
#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "predict.hpp"
#include "recipe_rows.hpp"

namespace plan {
namespace {

using namespace perfmodel;

struct Options {
  BatchOptions batch{};
  SoftwareOptions unsaid{};
  std::string load = "sustained";
  std::optional<double> host_scale{};
  InputOptions input{};
};

void run(const Options& o) {
  const Software software = o.unsaid.software();
  const json::Card found = load_card(o.batch.device);
  const Device& device = found.device();
  CardModels cards(card_model(found, software, load_from(o.load, "--load"), o.host_scale));
  note_calibration(found);
  note_host(found, o.host_scale);
  NetworkCache networks;
  const auto answer = [&](const CsvTable& table, const CsvRow& row) -> std::vector<std::string> {
    const auto column = [](const char* name) { return std::string(name); };
    Recipe recipe = recipe_of(table, row, column);
    recipe.batch = batch_of(table, row, column);
    refuse_several_cards(table, row);
    const std::string& name_of_network = row.cells[table.at("network")];
    if (name_of_network.empty()) throw bad_input("network", "nothing", std::string("must be ") + network_help);
    const Network& network = networks(name_of_network);
    if (!computes(device, recipe.precision))
      throw bad_input("precision", '"' + std::string(name(recipe.precision)) + '"',
                      "must be one that " + device.name + " computes in");
    const CardModel& card = cards.at(framework_of(table, row, software, column));
    const StepEstimate e =
        with_input(estimate(network, recipe, card), recipe.batch * recipe.accumulation, o.input.pipeline());
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
            e.fits ? "true" : "false"};
  };
  answer_rows(o.batch, {"network", "batch", "precision", "optimizer"},
              {"step_us", "low_us", "high_us", "device_us", "host_us", "bound", "peak_allocated_bytes",
               "peak_reserved_bytes", "device_used_bytes", "fits"},
              answer);
}

}  // namespace

void add_predict_step(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("step", "training and inference steps: columns network,batch,precision,optimizer");
  add_device_option(*command, o->batch.device)->required();
  o->batch.add_to(*command);
  command->add_option("--load", o->load, "isolated or sustained")->capture_default_str();
  o->unsaid.add_to(*command, "of rows that do not say");
  add_host_scale_option(*command, o->host_scale);
  o->input.add_to(*command);
  command->footer(
      "Optional columns: mode (train, infer), framework (libtorch, pytorch; empty: --framework), memory_format (nchw, "
      "nhwc),\n"
      "gradient_scaler (true, false), cudnn_benchmark (false); empty: the first.\n"
      "Adds "
      "step_us,low_us,high_us,device_us,host_us,bound,peak_allocated_bytes,peak_reserved_bytes,device_used_bytes,\n"
      "fits,error. device_us: kernels alone; host_us: the host's own work, which runs beside them.\n"
      "Example:\n  perfmodel-plan predict step --device H200-SXM --input steps.csv --output times.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
