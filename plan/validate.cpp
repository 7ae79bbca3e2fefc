/// perfmodel-plan validate: measured times beside predicted ones.
#include "validate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <perfmodel/measurement/gemm_words.hpp>
#include <set>
#include <utility>

#include "arguments.hpp"
#include "cards.hpp"
#include "chart_options.hpp"
#include "command.hpp"
#include "format.hpp"
#include "output.hpp"
#include "report/charts.hpp"
#include "table.hpp"

namespace plan {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  std::string file{}, device{}, gpu{}, format{};
  std::optional<std::string> load{}, operands{};
  bool eager{}, kernel_only{};
  SoftwareOptions unsaid{};
  AskedHost host{};
  std::int64_t worst = 8;
  ChartOptions chart{};
  Output output{};
};

[[nodiscard]] std::string percent(double share) { return number("%.1f", 100.0 * share); }

/// Each regime, and all rows as one more, so that the table has a last line; before it all but eager calls, and all of
/// each format, where there are several.
[[nodiscard]] std::vector<RegimeErrors> errors_of(const std::vector<ValidatedRow>& rows) {
  std::vector<Judged> judged, all, kernels, formats;
  std::set<std::string> names;
  for (const ValidatedRow& row : rows) {
    judged.push_back(row.judged);
    all.push_back(row.judged);
    all.back().regime = "all";
    if (!row.format.empty()) {
      formats.push_back(row.judged);
      formats.back().regime = "all " + row.format;
      names.insert(row.format);
    }
    if (row.eager) continue;
    kernels.push_back(row.judged);
    kernels.back().regime = "all but eager";
  }
  std::vector<RegimeErrors> errors = regime_errors(judged, false);
  if (errors.size() == 1) return errors;
  if (names.size() > 1)
    for (const RegimeErrors& e : regime_errors(formats, false)) errors.push_back(e);
  if (kernels.size() < all.size())
    for (const RegimeErrors& e : regime_errors(kernels, false)) errors.push_back(e);
  for (const RegimeErrors& e : regime_errors(all, false)) errors.push_back(e);
  return errors;
}

/// One line for each card and one for all rows, where there are several; likewise for all but eager calls, where there
/// are both.
[[nodiscard]] std::vector<RegimeErrors> errors_by_card(const std::vector<Validation>& cards) {
  std::vector<RegimeErrors> errors;
  const auto append = [&](const std::vector<Judged>& rows) {
    for (const RegimeErrors& e : regime_errors(rows, false)) errors.push_back(e);
  };
  std::vector<Judged> all, kernels;
  for (const Validation& card : cards) {
    std::vector<Judged> own, own_kernels;
    for (const ValidatedRow& row : card.rows) {
      own.push_back(row.judged);
      own.back().regime = card.name;
      if (row.eager) continue;
      own_kernels.push_back(row.judged);
      own_kernels.back().regime = card.name + " but eager";
    }
    if (own_kernels.size() < own.size()) append(own_kernels);
    append(own);
    for (const auto& [from, to] : {std::pair{&own, &all}, std::pair{&own_kernels, &kernels}})
      to->insert(to->end(), from->begin(), from->end());
  }
  for (Judged& row : all) row.regime = "all";
  for (Judged& row : kernels) row.regime = "all but eager";
  if (kernels.size() < all.size()) append(kernels);
  append(all);
  return errors;
}

/// All rows; where there are several cards, each names its card, which is then its colour in a plot, too.
[[nodiscard]] std::vector<ValidatedRow> all_rows(const std::vector<Validation>& cards) {
  if (cards.size() == 1) return cards.front().rows;
  std::vector<ValidatedRow> rows;
  for (const Validation& card : cards)
    for (ValidatedRow row : card.rows) {
      row.card = row.judged.regime = card.name;
      rows.push_back(std::move(row));
    }
  return rows;
}

[[nodiscard]] std::vector<ValidatedRow> worst_rows(std::vector<ValidatedRow> rows, std::size_t count) {
  const auto error = [](const ValidatedRow& r) { return std::abs(std::log(r.judged.predicted / r.judged.measured)); };
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return error(a) > error(b); });
  rows.resize(std::min(rows.size(), count));
  return rows;
}

/// What makes a reader doubt the comparison as a whole; empty: nothing. An error that large is no error of a model.
[[nodiscard]] std::string doubt(const std::vector<RegimeErrors>& errors) {
  constexpr double doubtful = 3.0;
  if (errors.empty() || errors.back().model.mean <= doubtful) return "";
  return "a mean error over 300 %: is every time in microseconds, and every dtype and card the right one?";
}

/// "H100-SXM5-80GB", "H100-SXM5-80GB, in the file H100 SXM"
[[nodiscard]] std::string card_text(const Validation& card) {
  const std::string& device = card.card.device().name;
  return device + (card.name.empty() || card.name == device ? "" : ", in the file " + card.name);
}

[[nodiscard]] std::string table_of(const std::vector<RegimeErrors>& errors, const char* first) {
  Table table(
      {{first, Align::left}, {"n"}, {"mean %"}, {"median"}, {"p90"}, {"worst"}, {"bias"}, {"in bar"}, {"roofline"}});
  for (const RegimeErrors& e : errors)
    table.add({e.regime, std::to_string(e.model.count), percent(e.model.mean), percent(e.model.median),
               percent(e.model.p90), percent(e.model.worst), number("%+.1f", 100.0 * e.model.bias),
               number("%.0f %%", 100.0 * e.coverage), e.roofline.count > 0 ? percent(e.roofline.mean) : "-"});
  return table.text();
}

[[nodiscard]] std::string report(const Validations& found, const Options& o) {
  const bool one = found.cards.size() == 1;
  std::string text =
      wrapped(o.file + " on " + (one ? card_text(found.cards.front()) : std::to_string(found.cards.size()) + " cards") +
              ": errors |predicted / measured - 1| in %; bias > 0 is predicted too slow; in bar: measured inside the "
              "90 % interval; "
              "roofline: mean error of the published peak and bandwidth alone");
  if (!found.assumed.empty()) text += wrapped("taken as, since nothing says otherwise: " + found.assumed);
  if (!found.note.empty()) text += wrapped(found.note);
  for (const Validation& card : found.cards) {
    if (!one) text += '\n' + card_text(card) + '\n';
    const std::vector<RegimeErrors> errors = errors_of(card.rows);
    for (const std::string& note : {card.note, doubt(errors)}) text += note.empty() ? "" : wrapped(note);
    text += '\n' + table_of(errors, "regime");
  }
  if (!one) text += '\n' + table_of(errors_by_card(found.cards), "card");
  if (o.worst == 0) return text;
  std::vector<Column> columns{
      {"worst", Align::left, true}, {"measured us"}, {"predicted us"}, {"error %"}, {"why", Align::left}};
  if (!one) columns.insert(columns.begin(), {"card", Align::left});
  Table worst(columns);
  for (const ValidatedRow& row : worst_rows(all_rows(found.cards), static_cast<std::size_t>(o.worst))) {
    std::vector<std::string> cells{
        row.what, three_digits(row.judged.measured * 1e6), three_digits(row.judged.predicted * 1e6),
        number("%+.0f", 100.0 * (row.judged.predicted / row.judged.measured - 1.0)), row.explanation};
    if (!one) cells.insert(cells.begin(), row.card);
    worst.add(std::move(cells));
  }
  return text + '\n' + worst.text();
}

[[nodiscard]] ordered_json errors_json(const std::vector<RegimeErrors>& errors, const char* first) {
  ordered_json list = ordered_json::array();
  for (const RegimeErrors& e : errors)
    list.push_back({{first, e.regime},
                    {"n", e.model.count},
                    {"mean", e.model.mean},
                    {"median", e.model.median},
                    {"p90", e.model.p90},
                    {"worst", e.model.worst},
                    {"bias", e.model.bias},
                    {"coverage", e.coverage},
                    {"roofline_mean", e.roofline.mean}});
  return list;
}

/// One card: its regimes beside the file. Several: a list of cards with theirs, and the errors by card.
[[nodiscard]] ordered_json as_json(const Validations& found, const Options& o) {
  const auto card_json = [](const Validation& card, ordered_json answer) {
    answer["device"] = card.card.device().name;
    if (!card.name.empty()) answer["gpu"] = card.name;
    if (!card.note.empty()) answer["note"] = card.note;
    answer["regimes"] = errors_json(errors_of(card.rows), "regime");
    return answer;
  };
  ordered_json answer{{"file", o.file}};
  if (!found.note.empty()) answer["file_note"] = found.note;
  if (!found.assumed.empty()) answer["assumed"] = found.assumed;
  if (found.cards.size() == 1) {
    answer = card_json(found.cards.front(), std::move(answer));
  } else {
    for (const Validation& card : found.cards) answer["cards"].push_back(card_json(card, {}));
    answer["by_card"] = errors_json(errors_by_card(found.cards), "card");
  }
  for (const ValidatedRow& row : worst_rows(all_rows(found.cards), static_cast<std::size_t>(o.worst)))
    answer["worst"].push_back({{"place", row.place},
                               {"gpu", row.card},
                               {"what", row.what},
                               {"measured_us", row.judged.measured * 1e6},
                               {"predicted_us", row.judged.predicted * 1e6},
                               {"why", row.explanation}});
  if (found.cards.size() == 1)
    for (ordered_json& row : answer["worst"]) row.erase("gpu");
  return answer;
}

/// What is said on stderr, because a reader of the answer's figures must not miss it.
void say_notes(const Validations& found, const std::string& file) {
  const auto say = [&](const std::string& card, const std::string& note) {
    if (!note.empty())
      std::cerr << "perfmodel-plan: " << file << ": " << (card.empty() ? "" : card + ": ") << note << '\n';
  };
  say("", found.note);
  for (const Validation& card : found.cards) {
    note_calibration(card.card);
    for (const std::string& note : {card.note, doubt(errors_of(card.rows))})
      say(found.cards.size() == 1 ? "" : card.name, note);
  }
}

void run(const Options& o) {
  o.chart.check(o.output);
  ValidationOptions options{.device = o.device,
                            .gpu = o.gpu,
                            .eager = o.eager,
                            .kernel_only = o.kernel_only,
                            .unsaid = o.unsaid,
                            .host = o.host};
  if (o.load) options.load = load_from(*o.load, "--load");
  if (o.operands) options.operands = operands_from(*o.operands, "--operands");
  (void)o.unsaid.software();  // what is wrong with the options is said before any row is read
  if (!o.format.empty()) options.format = measured_format_from(o.format, "--dtype");
  const Validations found = validated_rows(read_input(o.file), input_name(o.file), options);
  say_notes(found, input_name(o.file));
  const std::string title = o.file + " on " +
                            (found.cards.size() == 1 ? found.cards.front().card.device().name
                                                     : std::to_string(found.cards.size()) + " cards");
  const Charts charts = [&] { return std::vector<Chart>{validation_chart(intervals_of(found))}; };
  if (o.chart.plot.ends_with(".svg"))  // needs nothing but this program
    json::write_file(o.chart.plot, scatter_svg(all_rows(found.cards), title));
  else
    o.chart.draw(title, charts);
  if (o.chart.answers(o.output, charts)) return;
  if (o.output.json) return o.output.write(as_json(found, o));
  o.output.write(report(found, o));
}

}  // namespace

namespace {
constexpr const char* columns_and_examples =
    "Columns, times in microseconds:\n"
    "  products     dtype,layout,batch,m,n,k,time_us; optional op (linear: a layer with its bias), epilogue, "
    "operands, load,\n"
    "               library, kernel\n"
    "  operations   op,params,time_us (single calls of a framework) or op,dtype,rows,columns,tensors,time_us;\n"
    "               convolutions and attention pass,...,time_us\n"
    "  all-reduces  gpus,bytes,time_us; optional system, which is read as gpu, link\n"
    "  steps        network,batch,precision,optimizer,step_us; optional mode, framework, memory_format\n"
    "and gpu in any of them: several cards in one file are judged one by one. Single calls under 10 times the "
    "shortest of\n"
    "their operation count apart (\"eager\").\n"
    "The answer begins with what it took for granted, each with the option that says otherwise, and names options "
    "that\n"
    "would make the rows fit clearly better. 16-bit products on Hopper measured with PyTorch 2.7 or older need\n"
    "--library 12.4.\n"
    "Examples:\n  perfmodel-plan validate times.csv -d V100-SXM2-16GB --plot scatter.svg\n"
    "  perfmodel-plan validate all_cards.csv --eager -d H100=H100-SXM5-80GB,A100-80GB=A100-SXM4-80GB";
}  // namespace

void add_validate(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "validate",
      "measured times from a CSV file beside predicted ones: errors by card, format and regime, worst rows");
  command
      ->add_option("FILE", o->file, "products, operations, all-reduces or steps with their measured times; - is stdin")
      ->required();
  command
      ->add_option("-d,--device", o->device,
                   "the card of all rows: a name (see perfmodel-plan devices), a device file or a calibrated file; or "
                   "GPU=NAME,GPU=NAME for these names in the column gpu. Names that it does not say are looked up")
      ->type_name("NAME|FILE|GPU=NAME,...");
  command->add_option("--gpu", o->gpu, "only rows with this in their column gpu");
  command->add_option("--dtype", o->format, "format of products and eager operations that do not say (default: fp32)");
  command->add_flag("--eager", o->eager,
                    "times of products are of single calls of a framework, as those of op,params tables are");
  command->add_flag("--kernel-only", o->kernel_only,
                    "times are a profiler's, of kernels without the launch between them");
  o->chart.add_to(*command);
  command
      ->add_option("--load", o->load,
                   "of rows that do not say: isolated (short bursts) or sustained (busy for seconds; steps are)")
      ->default_str("isolated");
  command
      ->add_option(
          "--operands", o->operands,
          "of products that do not say: cold (from device memory), warm (used again and again) or rotated (up to five "
          "weights in turns)")
      ->default_str("rotated; cold with --eager or --kernel-only");
  o->unsaid.add_to(*command, "of steps that do not say");
  add_host_options(*command, o->host);
  add_integer(*command, "--worst", o->worst, "rows to show with their explanation (default 8)", 0, 100'000);
  o->output.add_to(*command);
  command->footer(columns_and_examples);
  command->callback([o] { run(*o); });
}

}  // namespace plan
