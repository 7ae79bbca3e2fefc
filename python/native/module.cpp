// The compiled half of the Python package: cards, networks, steps. python/perfmodel/ makes classes of it.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <limits>
#include <memory>
#include <optional>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/json/host_json.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/json/network_json.hpp>
#include <perfmodel/json/recording_json.hpp>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/search.hpp>
#include <perfmodel/planner/serving.hpp>
#include <perfmodel/planner/throughput.hpp>
#include <perfmodel/recording/recorded_network.hpp>
#include <perfmodel/step/least_batch.hpp>
#include <perfmodel/step/recorded_step.hpp>
#include <string>
#include <vector>

namespace py = pybind11;
using namespace perfmodel;

namespace {

/// A recipe as Python says it, in words.
struct RecipeWords {
  std::int64_t batch{};
  std::string precision{}, optimizer{}, mode{}, memory_format{};
  std::int64_t accumulation{}, checkpoint_every{};
};

/// What runs it, in words.
struct RunWords {
  std::string framework{}, version{}, load{};
  std::optional<double> host_scale{};
  std::optional<std::string> host{};
};

[[nodiscard]] Recipe recipe_from(const RecipeWords& words) {
  Recipe recipe{.batch = words.batch,
                .precision = precision_from(words.precision, "precision"),
                .mode = mode_from(words.mode, "mode"),
                .memory_format = memory_format_from(words.memory_format, "memory_format"),
                .accumulation = words.accumulation,
                .checkpoint_every = words.checkpoint_every};
  set_optimizer(recipe, words.optimizer, "optimizer");
  check(recipe);
  return recipe;
}

/// The recipe of a network: of a recorded one what was recorded, with this batch.
[[nodiscard]] Recipe recipe_for(const Network& network, const RecipeWords& words) {
  if (network.recording == nullptr) return recipe_from(words);
  return recorded_recipe(*network.recording, words.batch);
}

[[nodiscard]] CardModel card_from(const std::string& device, const RunWords& run) {
  const Software software = software_of(framework_from(run.framework, "framework"), run.version);
  const json::Card card = json::load_card(device, "device");
  CardModel model = json::make_card_model(card, software, load_from(run.load, "load"));
  if (run.host_scale && run.host) throw bad_input("host", in_quotes(*run.host), "excludes host_scale");
  if (run.host_scale) model.steps.host_scale = every_framework(*run.host_scale);
  if (run.host) {
    const Host host = json::load_host(*run.host);
    model.steps.host_scale = every_framework(host.factor);
    model.steps.host_interval = interval_of(host);
  }
  return model;
}

/// As the planner runs it: servers compute the logits of the last position alone.
[[nodiscard]] Network as_run(const Network& network, Mode mode) {
  if (mode == Mode::train) return network;
  std::optional<Network> served = with_last_logits(network);
  return served ? std::move(*served) : network;
}

[[nodiscard]] py::dict dict_of(const StepEstimate& e, std::int64_t samples) {
  py::dict answer;
  const auto set = [&](const char* key, auto value) { answer[key] = value; };
  set("step_s", in(e.step, second));
  set("low_s", in(e.low, second));
  set("high_s", in(e.high, second));
  set("host_of_interval", e.host_of_interval);
  set("device_s", in(e.device_busy, second));
  set("host_s", in(e.host, second));
  set("communication_s", in(e.communication, second));
  set("bound", std::string(name(e.bound)));
  set("samples_per_s", static_cast<double>(samples) / in(e.step, second));
  set("peak_allocated_bytes", in(e.peak_allocated, byte));
  set("peak_reserved_bytes", in(e.peak_reserved, byte));
  set("device_used_bytes", in(e.device_used, byte));
  set("device_memory_bytes", in(e.device_memory, byte));
  set("fits", e.fits);
  set("power_w", in(e.power, watt));
  return answer;
}

[[nodiscard]] py::dict estimate(const Network& network, const std::string& device, const RecipeWords& words,
                                const RunWords& run, std::int64_t gpus) {
  StepEstimate e;
  const Recipe recipe = recipe_for(network, words);
  {
    const py::gil_scoped_release others_may_run;
    const CardModel card = card_from(device, run);
    const Network run_network = as_run(network, recipe.mode);
    e = estimate_parallel(run_network, recipe, {.dp = gpus}, json::usual_system(card.device), card).step;
  }
  return dict_of(e, gpus * recipe.batch * recipe.accumulation);
}

/// The figures of a sweep, in this order along the last axis.
constexpr std::array<const char*, 6> sweep_columns{"step_s", "low_s", "high_s", "samples_per_s", "device_used_bytes",
                                                   "power_w"};

/// One cell: not-a-number where the card lacks the precision, the batch cannot be trained or does not fit.
void fill(const Network& network, const Recipe& recipe, const CardModel& card, double* cell) {
  std::fill_n(cell, sweep_columns.size(), std::numeric_limits<double>::quiet_NaN());
  if (!computes(card.device, recipe.precision) || recipe.batch < least_batch(network, recipe.mode)) return;
  const StepEstimate e = estimate_step(network, recipe, card);
  if (!e.fits) return;
  const double samples = static_cast<double>(recipe.batch * recipe.accumulation);
  cell[0] = in(e.step, second);
  cell[1] = in(e.low, second);
  cell[2] = in(e.high, second);
  cell[3] = samples / in(e.step, second);
  cell[4] = in(e.device_used, byte);
  cell[5] = in(e.power, watt);
}

[[nodiscard]] py::array_t<double> sweep(const std::vector<std::shared_ptr<Network>>& networks,
                                        const std::vector<std::string>& devices,
                                        const std::vector<std::string>& precisions,
                                        const std::vector<std::int64_t>& batches, RecipeWords words,
                                        const RunWords& run) {
  const auto extent = [](const auto& list) { return static_cast<py::ssize_t>(list.size()); };
  py::array_t<double> figures({extent(networks), extent(devices), extent(precisions), extent(batches),
                               static_cast<py::ssize_t>(sweep_columns.size())});
  double* cell = figures.mutable_data();
  const py::gil_scoped_release others_may_run;
  std::vector<CardModel> cards;
  for (const std::string& device : devices) cards.push_back(card_from(device, run));
  for (const std::shared_ptr<Network>& asked : networks) {
    words.batch = batches.empty() ? 1 : batches.front();
    const Network network = as_run(*asked, recipe_for(*asked, words).mode);
    for (const CardModel& card : cards)
      for (const std::string& precision : precisions)
        for (const std::int64_t batch : batches) {
          words.precision = precision;
          words.batch = batch;
          fill(network, recipe_for(network, words), card, cell);
          cell += sweep_columns.size();
        }
  }
  return figures;
}

/// What recommend() is asked, beside network, cards and recipe.
struct SearchWords {
  std::vector<std::string> precisions{};
  std::vector<std::int64_t> batches{}, gpus{};
  std::string by{};
  std::optional<double> samples{}, steps{};
  std::vector<std::optional<double>> prices{};
};

[[nodiscard]] py::list options_of(const Question& question, const Answer& answer) {
  py::list options;
  for (const Option& o : answer.options) {
    py::dict option = dict_of(o.estimate, o.candidate.batch);
    option["device"] = question.devices[o.candidate.device].name;
    option["gpus"] = o.candidate.gpus;
    option["batch"] = o.candidate.batch;
    option["precision"] = std::string(name(o.candidate.precision));
    option["time_s"] = in(o.time, second);
    option["energy_j"] = in(o.energy, joule);
    option["cost"] = o.cost;
    options.append(option);
  }
  return options;
}

[[nodiscard]] py::list recommend(const Network& asked, const std::vector<std::string>& devices,
                                 const RecipeWords& words, const RunWords& run, const SearchWords& search_words) {
  const Recipe recipe = recipe_for(asked, words);
  Question question{.goal = goal_from(search_words.by, "by")};
  question.batches = search_words.batches;
  question.passes = recipe.accumulation;
  question.amount = {.samples = search_words.samples, .steps = search_words.steps};
  for (const std::string& word : search_words.precisions)
    question.precisions.push_back(asked.recording != nullptr ? recipe.precision : precision_from(word, "precisions"));
  Answer answer;
  {
    const py::gil_scoped_release others_may_run;
    const Network network = as_run(asked, recipe.mode);
    question.least_per_pass = least_batch(network, recipe.mode);
    std::vector<CardModel> cards;
    std::vector<HostSystem> systems;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      cards.push_back(card_from(devices[i], run));
      question.devices.push_back(
          {.name = cards.back().device.name, .price_per_hour = search_words.prices[i], .spreads = {}});
      for (const std::int64_t gpus : search_words.gpus)
        question.devices.back().spreads.push_back({.layout = {.dp = gpus}});
      systems.push_back(json::usual_system(cards.back().device));
    }
    answer = search(question, [&](const Candidate& c) -> std::optional<StepEstimate> {
      const CardModel& card = cards[c.device];
      if (!computes(card.device, c.precision)) return std::nullopt;
      Recipe how = recipe;
      how.batch = c.batch;  // of all GPUs, in passes of the layout's micro-batch
      how.accumulation = 1;
      how.precision = c.precision;
      return estimate_parallel(network, how, c.spread.layout, systems[c.device], card).step;
    });
  }
  return options_of(question, answer);
}

[[nodiscard]] py::dict device_facts(const std::string& word) {
  const json::Card card = json::load_card(word, "device");
  const Device& d = card.device();
  py::dict facts, peaks;
  for (const NumberFormat format : all_number_formats)
    if (peak(d, format) > WorkRate{}) peaks[std::string(name(format)).c_str()] = in(peak(d, format), flop / second);
  facts["name"] = d.name;
  facts["architecture"] = d.architecture;
  facts["memory_bytes"] = in(d.memory, byte);
  facts["bandwidth_bytes_per_s"] = in(d.dram_bandwidth, byte / second);
  facts["board_power_w"] = in(d.board_power, watt);
  facts["peak_flop_per_s"] = peaks;
  facts["measured"] = card.calibration && card.calibration->applies;
  return facts;
}

[[nodiscard]] std::shared_ptr<Network> load_network(const std::string& text) {
  if (text.starts_with("recorded:"))
    return std::make_shared<Network>(
        recorded_network(std::make_shared<const Recording>(json::read_recording(text.substr(9)))));
  if (text.starts_with("hf:")) return std::make_shared<Network>(json::read_hugging_face(text.substr(3)));
  if (text.starts_with("onnx:") || text.ends_with(".onnx") || text.find(".onnx,") != std::string::npos)
    throw bad_input("network", in_quotes(text), "ONNX files are read by the command line alone, perfmodel-plan");
  if (text.ends_with(".json") || text.find('/') != std::string::npos)
    return std::make_shared<Network>(json::read_network(text));
  return std::make_shared<Network>(named_network(text));
}

void add_network(py::module_& m) {
  py::class_<Network, std::shared_ptr<Network>>(m, "Network")
      .def_property_readonly("name", [](const Network& n) { return n.name; })
      .def_property_readonly("layers",
                             [](const Network& n) {
                               std::vector<std::string> names;
                               for (const Layer& layer : n.layers) names.push_back(layer.name);
                               return names;
                             })
      .def_property_readonly("parameters", [](const Network& n) { return parameter_count(n); })
      .def_property_readonly("recorded", [](const Network& n) { return n.recording != nullptr; })
      .def_property_readonly("warnings", [](const Network& n) {
        return n.recording != nullptr ? recording_warnings(*n.recording) : std::vector<std::string>{};
      });
}

}  // namespace

PYBIND11_MODULE(_native, m) {
  m.doc() = "Compiled half of perfmodel; use the package.";
  py::register_exception<Error>(m, "Error", PyExc_ValueError);
  add_network(m);
  py::class_<RecipeWords>(m, "RecipeWords")
      .def(py::init([](std::int64_t batch, std::string precision, std::string optimizer, std::string mode,
                       std::string memory_format, std::int64_t accumulation, std::int64_t checkpoint_every) {
        return RecipeWords{batch,           std::move(precision),     std::move(optimizer),
                           std::move(mode), std::move(memory_format), accumulation,
                           checkpoint_every};
      }));
  py::class_<RunWords>(m, "RunWords")
      .def(py::init([](std::string framework, std::string version, std::string load, std::optional<double> host_scale,
                       std::optional<std::string> host) {
        return RunWords{std::move(framework), std::move(version), std::move(load), host_scale, std::move(host)};
      }));
  py::class_<SearchWords>(m, "SearchWords")
      .def(py::init([](std::vector<std::string> precisions, std::vector<std::int64_t> batches,
                       std::vector<std::int64_t> gpus, std::string by, std::optional<double> samples,
                       std::optional<double> steps, std::vector<std::optional<double>> prices) {
        return SearchWords{std::move(precisions), std::move(batches), std::move(gpus), std::move(by), samples, steps,
                           std::move(prices)};
      }));
  m.def("load_network", &load_network);
  m.def("device_names", [] { return json::device_names(); });
  m.def("device_facts", &device_facts);
  m.def("estimate", &estimate);
  m.def("recommend", &recommend);
  m.def("sweep", &sweep);
  m.attr("sweep_columns") = py::cast(std::vector<std::string>(sweep_columns.begin(), sweep_columns.end()));
  m.attr("version") = PERFMODEL_VERSION;
  m.attr("default_version") = std::string(default_version);
}
