/// perfmodel-plan sweep: a grid of networks, batches, precisions and cards as CSV.
#include <memory>
#include <optional>
#include <perfmodel/network/spec.hpp>
#include <perfmodel/planner/step_sweep.hpp>
#include <utility>

#include "arguments.hpp"
#include "cards.hpp"
#include "chart_options.hpp"
#include "command.hpp"
#include "format.hpp"
#include "in_order.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "recipes.hpp"
#include "report/charts.hpp"
#include "row_writer.hpp"

namespace plan {
namespace sweep_command {
namespace {

using namespace perfmodel;

struct Options {
  NetworkOptions network{};
  std::string batches = "64";
  std::vector<std::string> devices{}, precisions{"fp32"};
  RecipeOptions recipe{};
  InputOptions input{};
  ChartOptions chart{};
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

/// Rows of a sweep: some gigabytes of answer.
inline constexpr std::size_t most_rows = 100'000'000;

/// a x b. @throws Error beyond most_rows
[[nodiscard]] std::size_t rows_of(std::size_t a, std::size_t b) {
  if (b > 0 && a > most_rows / b)
    throw bad_input("sweep", std::to_string(a) + " x " + std::to_string(b) + " rows",
                    "must be at most " + std::to_string(most_rows));
  return a * b;
}

[[nodiscard]] std::string spec_text(const std::string& name, const std::vector<Axis>& axes,
                                    const std::vector<std::string>& values) {
  std::string text = name;
  for (std::size_t i = 0; i < axes.size(); ++i) text += (i == 0 ? ':' : ',') + axes[i].key + '=' + values[i];
  return text;
}

/// What is asked: every network on every card in every precision with every batch, the last one fastest.
struct Grid {
  std::string name{};  ///< of the networks, or a file
  bool file{};
  std::vector<Axis> axes{};  ///< of the networks' options
  std::size_t networks{1};
  std::vector<CardModel> cards{};
  std::vector<Precision> precisions{};
  std::vector<std::int64_t> batches{};
  Recipe recipe{};
  InputPipeline pipeline{};
  bool drawn{};       ///< rows are points of a chart, too
  bool only_drawn{};  ///< and no rows

  [[nodiscard]] std::size_t rows_of_network() const { return cards.size() * precisions.size() * batches.size(); }
  [[nodiscard]] std::size_t rows() const { return networks * rows_of_network(); }
  /// Of one network, the last axis fastest.
  [[nodiscard]] std::vector<std::string> values(std::size_t network) const {
    std::vector<std::string> found(axes.size());
    for (std::size_t i = axes.size(); i-- > 0; network /= axes[i].values.size())
      found[i] = axes[i].values[network % axes[i].values.size()];
    return found;
  }
  [[nodiscard]] std::vector<std::string> columns() const {
    std::vector<std::string> all{"device", "precision", "network"};
    for (const Axis& axis : axes) all.push_back(axis.key);
    for (const char* column : {"batch", "parameters", "step_us", "low_us", "high_us", "device_us", "host_us", "bound",
                               "samples_per_s", "tflops", "device_used_bytes", "fits"})
      all.emplace_back(column);
    return all;
  }
};

/// One network in one precision with one batch, on all cards: what one thread answers at a time.
struct Cell {
  std::shared_ptr<const Network> network{};
  std::vector<std::string> values{};  ///< of the network's options
  std::size_t precision{}, batch{};   ///< which of the grid's
};

/// The cells of a grid, network by network.
class Cells {
 public:
  Cells(const Grid& grid, const NetworkOptions& options) : grid_(&grid), options_(&options) {}

  [[nodiscard]] std::optional<Cell> next() {
    const std::size_t of_network = grid_->precisions.size() * grid_->batches.size();
    if (next_ == grid_->networks * of_network) return std::nullopt;
    const std::size_t within = next_ % of_network;
    if (within == 0) {
      cell_.values = grid_->values(next_ / of_network);
      const std::string text = grid_->file ? grid_->name : spec_text(grid_->name, grid_->axes, cell_.values);
      cell_.network = std::make_shared<const Network>(options_->as_run(load_network(text), grid_->recipe.mode));
    }
    cell_.precision = within / grid_->batches.size();
    cell_.batch = within % grid_->batches.size();
    ++next_;
    return cell_;
  }

 private:
  const Grid* grid_;
  const NetworkOptions* options_;
  Cell cell_{};
  std::size_t next_{};
};

[[nodiscard]] Grid grid_of(const Options& o) {
  const std::string asked = o.network.spelled();
  Grid grid{.file = names_a_file(asked), .pipeline = o.input.pipeline()};
  const NetworkSpec spec = grid.file ? NetworkSpec{.name = asked} : network_spec_from(asked);
  grid.name = spec.name;
  for (const auto& [key, value] : spec.options) {
    grid.axes.push_back(axis_of(key, value));
    grid.networks = rows_of(grid.networks, grid.axes.back().values.size());
  }
  grid.batches = number_list(o.batches, "--batch", 1, largest_batch_asked);
  std::size_t rows = rows_of(grid.networks, grid.batches.size());
  const Network recorded = asked.starts_with("recorded:") ? load_network(asked) : Network{};
  grid.recipe = o.recipe.recipe_for(recorded);
  grid.precisions = o.recipe.precisions_for(recorded, split_list(o.precisions));
  const Software software = o.recipe.software();
  const std::vector<json::Card> cards = load_cards(o.devices);
  grid.cards = card_models(cards, software, load_from(o.recipe.load, "--load"), o.recipe.host);
  rows = rows_of(rows, grid.precisions.size());
  (void)rows_of(rows, grid.cards.size());
  if (!grid.file || asked.ends_with(".json"))  // recordings and ONNX files have notes of their own
    if (!asked.starts_with("recorded:")) (void)Cells(grid, o.network).next();  // refuses before anything is noted
  for (const json::Card& card : cards) {
    note_calibration(card);
    note_host(card, o.recipe.host, software.framework);
  }
  return grid;
}

/// What does not fit keeps blank cells, and so does what a card cannot compute. @param work  of a forward pass
[[nodiscard]] std::vector<std::string> figures(const StepEstimate* e, const Recipe& recipe, Work work) {
  if (e == nullptr || !e->fits) return {"", "", "", "", "", "", "", "", "", e == nullptr ? "" : "false"};
  const auto us = [](Time time) { return exact(in(time, micro * second)); };
  const double passes = recipe.mode == Mode::train ? 3.0 : 1.0;
  const WorkRate rate = passes * static_cast<double>(recipe.accumulation) * work / e->step;
  return {us(e->step),
          us(e->low),
          us(e->high),
          us(e->device_busy),
          us(e->host),
          std::string(name(e->bound)),
          exact(static_cast<double>(recipe.batch * recipe.accumulation) / in(e->step, second)),
          exact(in(rate, tera * flop / second)),
          number("%.0f", in(e->device_used, byte)),
          "true"};
}

/// A cell's rows, one for each card.
struct AnsweredCell {
  std::size_t precision{}, batch{};
  std::vector<std::string> rows{};
  std::vector<GridPoint> points{};  ///< the same, where they are drawn
};

/// A row as a point of a chart: what differs beside card and batch makes a line of its own.
[[nodiscard]] GridPoint point_of(const Grid& grid, const Cell& cell, const std::string& card, const Recipe& recipe,
                                 const StepEstimate* e) {
  GridPoint point{.card = card, .series = std::string(name(recipe.precision)), .batch = recipe.batch, .fits = false};
  for (std::size_t i = 0; i < grid.axes.size(); ++i)
    if (grid.axes[i].values.size() > 1) point.series += ", " + grid.axes[i].key + ' ' + cell.values[i];
  if (e == nullptr || !e->fits) return point;
  point.fits = true;
  point.samples_per_second = static_cast<double>(recipe.batch * recipe.accumulation) / in(e->step, second);
  point.bound = name(e->bound);
  return point;
}

/// Answers cells, in one thread.
class CellAnswers {
 public:
  CellAnswers(const Grid& grid, const RowWriter& writer) : grid_(&grid), writer_(&writer), steps_(grid.cards) {}

  /// @throws Error for a network or recipe that cannot be
  [[nodiscard]] AnsweredCell operator()(const Cell& cell) {
    Recipe recipe = grid_->recipe;
    recipe.batch = grid_->batches[cell.batch];
    recipe.precision = grid_->precisions[cell.precision];
    steps_.ask(*cell.network, recipe);
    const Work work = forward_work_of(*cell.network, recipe.batch);
    const std::string parameters = std::to_string(parameters_of(*cell.network));
    AnsweredCell answered{.precision = cell.precision, .batch = cell.batch};
    for (std::size_t i = 0; i < grid_->cards.size(); ++i) {
      const Device& card = grid_->cards[i].device;
      std::optional<StepEstimate> e;
      if (computes(card, recipe.precision))
        e = with_input(steps_.on(i), recipe.batch * recipe.accumulation, grid_->pipeline);
      std::vector<std::string> row{card.name, std::string(name(recipe.precision)), cell.network->name};
      row.insert(row.end(), cell.values.begin(), cell.values.end());
      row.insert(row.end(), {std::to_string(recipe.batch), parameters});
      for (std::string& figure : figures(e ? &*e : nullptr, recipe, work)) row.push_back(std::move(figure));
      writer_->append(answered.rows.emplace_back(), row);
      if (grid_->drawn) answered.points.push_back(point_of(*grid_, cell, card.name, recipe, e ? &*e : nullptr));
    }
    return answered;
  }

 private:
  const Grid* grid_;
  const RowWriter* writer_;
  StepSweep steps_;
};

/// Puts the cells of one network in the order of the rows.
class NetworkRows {
 public:
  NetworkRows(const Grid& grid, RowWriter& writer)
      : grid_(&grid), writer_(&writer), rows_(grid.rows_of_network()), progress_(grid.rows()) {}

  void add(AnsweredCell cell) {
    points_.insert(points_.end(), cell.points.begin(), cell.points.end());
    for (std::size_t card = 0; card < cell.rows.size(); ++card)
      rows_[(card * grid_->precisions.size() + cell.precision) * grid_->batches.size() + cell.batch] =
          std::move(cell.rows[card]);
    filled_ += cell.rows.size();
    progress_.step(cell.rows.size());
    if (filled_ < rows_.size()) return;
    for (const std::string& row : rows_)
      if (!grid_->only_drawn) writer_->write(row);
    filled_ = 0;
  }
  [[nodiscard]] const std::vector<GridPoint>& points() const { return points_; }

 private:
  const Grid* grid_;
  RowWriter* writer_;
  std::vector<std::string> rows_;
  std::vector<GridPoint> points_{};
  std::size_t filled_{};
  Progress progress_;
};

void run(const Options& o) {
  o.chart.check(o.output);
  Grid grid = grid_of(o);
  grid.drawn = o.chart.asked(), grid.only_drawn = !o.chart.format.empty();
  constexpr std::size_t most_points = 10'000;  // that a reader could tell apart
  if (grid.drawn && grid.rows() > most_points)
    throw bad_input(o.chart.plot.empty() ? "--format" : "--plot", std::to_string(grid.rows()) + " rows",
                    "must be at most " + std::to_string(most_points) + " to be drawn");
  RowWriter writer(o.output, grid.columns());
  NetworkRows rows(grid, writer);
  Cells cells(grid, o.network);
  const auto answers_of_thread = [&] {
    return [answers = std::make_shared<CellAnswers>(grid, writer)](const Cell& cell) { return (*answers)(cell); };
  };
  InOrder<Cell, AnsweredCell>([&] { return cells.next(); }, answers_of_thread,
                              [&](AnsweredCell cell) { rows.add(std::move(cell)); })
      .run();
  const Charts charts = [&] { return std::vector<Chart>{throughput_chart(rows.points(), "line")}; };
  o.chart.draw("Sweep", charts);
  if (!o.chart.answers(o.output, charts)) writer.finish();
}

}  // namespace
}  // namespace sweep_command

void add_sweep(CLI::App& app) {
  using namespace sweep_command;
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
  o->chart.add_to(*command);
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
