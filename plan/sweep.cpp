/// perfmodel-plan sweep: a grid of networks, batches, precisions and cards as CSV.
#include <memory>
#include <perfmodel/network/spec.hpp>

#include "arguments.hpp"
#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "recipes.hpp"

namespace plan {
namespace {

using namespace perfmodel;

struct Options {
  NetworkOptions network{};
  std::string batches = "64";
  std::vector<std::string> devices{}, precisions{"fp32"};
  RecipeOptions recipe{};
  InputOptions input{};
  Output output{};
};

/// One key of `name:key=value,...` with all its values.
struct Axis {
  std::string key{};
  std::vector<std::string> values{};
};

/// `4..128*2` and `4|8|16` are several values; anything else is one.
[[nodiscard]] Axis axis_of(const std::string& key, const std::string& value) {
  if (value.find("..") == std::string::npos && value.find('|') == std::string::npos) return {key, {value}};
  Axis axis{.key = key};
  for (const std::int64_t x : number_list(value, "network, " + key, 0, largest_extent))
    axis.values.push_back(std::to_string(x));
  return axis;
}

/// Of a sweep: rows that are kept until all are answered.
inline constexpr std::size_t most_combinations = 100'000;

/// Every combination of the axes' values, the last axis fastest.
[[nodiscard]] std::vector<std::vector<std::string>> combinations(const std::vector<Axis>& axes) {
  std::size_t count = 1;
  for (const Axis& axis : axes) {
    count *= axis.values.size();  // each at most 10,000
    if (count > most_combinations)
      throw bad_input("network", std::to_string(count) + " combinations or more",
                      "must be at most " + std::to_string(most_combinations));
  }
  std::vector<std::vector<std::string>> all{{}};
  for (const Axis& axis : axes) {
    std::vector<std::vector<std::string>> next;
    for (const auto& head : all)
      for (const std::string& value : axis.values) {
        next.push_back(head);
        next.back().push_back(value);
      }
    all = std::move(next);
  }
  return all;
}

[[nodiscard]] std::string spec_text(const std::string& name, const std::vector<Axis>& axes,
                                    const std::vector<std::string>& values) {
  std::string text = name;
  for (std::size_t i = 0; i < axes.size(); ++i) text += (i == 0 ? ':' : ',') + axes[i].key + '=' + values[i];
  return text;
}

/// The grid's answers: columns and rows, one row a combination.
struct Grid {
  std::vector<std::string> columns{};
  std::vector<std::vector<std::string>> rows{};
};

/// What does not fit keeps blank cells. @throws Error for a network or recipe that cannot be
[[nodiscard]] std::vector<std::string> figures(const Network& network, const Recipe& recipe, const CardModel& card,
                                               const InputPipeline& input) {
  if (!computes(card.device, recipe.precision)) return {"", "", "", "", "", "", "", "", "", ""};
  const std::int64_t samples = recipe.batch * recipe.accumulation;
  const StepEstimate e = with_input(estimate(network, recipe, card), samples, input);
  if (!e.fits) return {"", "", "", "", "", "", "", "", "", "false"};
  const auto us = [](Time time) { return exact(in(time, micro * second)); };
  const double passes = recipe.mode == Mode::train ? 3.0 : 1.0;
  const WorkRate rate =
      passes * static_cast<double>(recipe.accumulation) * forward_work_of(network, recipe.batch) / e.step;
  return {us(e.step),
          us(e.low),
          us(e.high),
          us(e.device_busy),
          us(e.host),
          std::string(name(e.bound)),
          exact(static_cast<double>(samples) / in(e.step, second)),
          exact(in(rate, tera * flop / second)),
          number("%.0f", in(e.device_used, byte)),
          "true"};
}

[[nodiscard]] Grid solve(const Options& o) {
  const std::string asked = o.network.spelled();
  const bool file = names_a_file(asked);
  const NetworkSpec spec = file ? NetworkSpec{} : network_spec_from(asked);
  std::vector<Axis> axes;
  for (const auto& [key, value] : spec.options) axes.push_back(axis_of(key, value));
  const auto networks = combinations(axes);
  const std::vector<std::int64_t> batches = number_list(o.batches, "--batch", 1, largest_batch_asked);
  std::vector<Precision> precisions;
  const auto check_rows = [&](std::size_t rows) {
    if (rows > most_combinations)
      throw bad_input("sweep", std::to_string(rows) + " rows", "must be at most " + std::to_string(most_combinations));
  };
  check_rows(networks.size() * batches.size());
  Recipe recipe = o.recipe.recipe();
  if (const Network recorded = asked.starts_with("recorded:") ? load_network(asked) : Network{};
      recorded.recording != nullptr) {
    recipe = o.recipe.recipe_for(recorded);
    precisions = o.recipe.precisions_for(recorded, split_list(o.precisions));
  } else {
    precisions = o.recipe.precisions_for(recorded, split_list(o.precisions));
  }
  const Software software = o.recipe.software();
  std::vector<CardModel> cards;
  for (const json::Card& card : load_cards(o.devices)) {
    cards.push_back(card_model(card, software, load_from(o.recipe.load, "--load"), o.recipe.host_scale));
    note_calibration(card);
    note_host(card, o.recipe.host_scale, software.framework);
  }

  check_rows(networks.size() * batches.size() * precisions.size() * cards.size());
  Grid grid{.columns = {"device", "precision", "network"}};
  for (const Axis& axis : axes) grid.columns.push_back(axis.key);
  for (const char* column : {"batch", "parameters", "step_us", "low_us", "high_us", "device_us", "host_us", "bound",
                             "samples_per_s", "tflops", "device_used_bytes", "fits"})
    grid.columns.emplace_back(column);
  Progress progress(networks.size() * batches.size() * precisions.size() * cards.size());
  for (const auto& values : networks) {
    const Network network =
        o.network.as_run(load_network(file ? asked : spec_text(spec.name, axes, values)), recipe.mode);
    const std::string parameters = std::to_string(parameters_of(network));
    for (const CardModel& card : cards)
      for (const Precision precision : precisions)
        for (const std::int64_t batch : batches) {
          recipe.batch = batch;
          recipe.precision = precision;
          std::vector<std::string> row{card.device.name, std::string(name(precision)), network.name};
          row.insert(row.end(), values.begin(), values.end());
          row.insert(row.end(), {std::to_string(batch), parameters});
          const auto answers = figures(network, recipe, card, o.input.pipeline());
          row.insert(row.end(), answers.begin(), answers.end());
          grid.rows.push_back(std::move(row));
          progress.step();
        }
  }
  return grid;
}

void run(const Options& o) {
  const Grid grid = solve(o);
  if (!o.output.json) {
    std::string text = csv_line(grid.columns);
    for (const auto& row : grid.rows) text += csv_line(row);
    return o.output.write(text);
  }
  nlohmann::ordered_json answer = nlohmann::ordered_json::array();
  for (const auto& row : grid.rows) {
    nlohmann::ordered_json line;
    for (std::size_t i = 0; i < row.size(); ++i) line[grid.columns[i]] = json_cell(row[i]);
    answer.push_back(std::move(line));
  }
  o.output.write(answer);
}

}  // namespace

void add_sweep(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("sweep", "a grid of networks, batches, precisions and cards, as CSV");
  o->network.add_to(*command, "as elsewhere; a value may be a list 4|8|16 or a range 4..128*2, 2000..8000+2000");
  command->add_option("-d,--device", o->devices, "cards, comma-separated, or all")->type_name("NAMES")->required();
  command->add_option("-b,--batch", o->batches, "samples per forward pass: 64,128 or 64..16384 (doubling)")
      ->type_name("N,...")
      ->capture_default_str();
  command->add_option("-p,--precision", o->precisions, "of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16")
      ->type_name("WORDS")
      ->capture_default_str();
  o->recipe.add_to(*command);
  o->input.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Cells stay blank where the network does not fit into memory (fits is then false) or the card lacks the "
      "precision.\n"
      "tflops: 6 x parameters x batch / step, as papers count it (more exactly: three times the forward pass).\n"
      "Example, the 9,720 networks of \"Towards High-Performance AI4NP Applications on Modern GPU Platforms\", Table "
      "2:\n"
      "  perfmodel-plan sweep 'fcnn:layers=4..128,hidden=32..8192,inputs=2000..8000+2000,outputs=200..1000+200' \\\n"
      "    --batch 64..16384 -d A100-PCIE-80GB -p fp32 --optimizer sgd -o table2.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
