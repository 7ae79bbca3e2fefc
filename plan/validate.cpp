/// perfmodel-plan validate: measured times beside predicted ones.
#include "validate.hpp"
#include "arguments.hpp"
#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "output.hpp"
#include "table.hpp"
#include <perfmodel/calibration/gemm_words.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

namespace plan {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  std::string file{}, device{}, gpu{}, format{}, plot{}, load = "isolated", library = "newest";
  bool eager{};
  RowDefaults unsaid{};
  std::optional<double> host_scale{};
  std::int64_t worst = 8;
  Output output{};
};

[[nodiscard]] std::string percent(double share) { return number("%.1f", 100.0 * share); }

/// Each regime, and all rows as one more, so that the table has a last line; before it all but eager calls, where there are both.
[[nodiscard]] std::vector<RegimeErrors> errors_of(const std::vector<ValidatedRow>& rows) {
  std::vector<Judged> judged, all, kernels;
  for (const ValidatedRow& row : rows) {
    judged.push_back(row.judged);
    all.push_back(row.judged);
    all.back().regime = "all";
    if (row.eager) continue;
    kernels.push_back(row.judged);
    kernels.back().regime = "all but eager";
  }
  std::vector<RegimeErrors> errors = regime_errors(judged, false);
  if (errors.size() == 1) return errors;
  if (kernels.size() < all.size())
    for (const RegimeErrors& e : regime_errors(kernels, false)) errors.push_back(e);
  for (const RegimeErrors& e : regime_errors(all, false)) errors.push_back(e);
  return errors;
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

[[nodiscard]] std::string report(const Validation& found, const Options& o, const Device& device) {
  const std::vector<ValidatedRow>& rows = found.rows;
  const std::vector<RegimeErrors> errors = errors_of(rows);
  Table table({{"regime", Align::left}, {"n"}, {"mean %"}, {"median %"}, {"p90 %"}, {"worst %"}, {"bias %"}, {"in 90 % bar"}, {"roofline %"}});
  for (const RegimeErrors& e : errors)
    table.add({e.regime, std::to_string(e.model.count), percent(e.model.mean), percent(e.model.median), percent(e.model.p90), percent(e.model.worst),
               number("%+.1f", 100.0 * e.model.bias), number("%.0f %%", 100.0 * e.coverage), e.roofline.count > 0 ? percent(e.roofline.mean) : "-"});
  std::string text = o.file + " on " + device.name + ": error is |predicted / measured - 1|; bias > 0 is predicted too slow\n";
  for (const std::string& note : {found.note, doubt(errors)}) text += note.empty() ? "" : wrapped(note);
  text += '\n' + table.text();
  if (o.worst == 0) return text;
  Table worst({{"worst", Align::left, true}, {"measured us"}, {"predicted us"}, {"error %"}, {"why", Align::left}});
  for (const ValidatedRow& row : worst_rows(rows, static_cast<std::size_t>(o.worst)))
    worst.add({row.what, three_digits(row.judged.measured * 1e6), three_digits(row.judged.predicted * 1e6),
               number("%+.0f", 100.0 * (row.judged.predicted / row.judged.measured - 1.0)), row.explanation});
  return text + '\n' + worst.text();
}

[[nodiscard]] ordered_json as_json(const Validation& found, const Options& o, const Device& device) {
  const std::vector<ValidatedRow>& rows = found.rows;
  ordered_json answer{{"file", o.file}, {"device", device.name}};
  if (!found.note.empty()) answer["note"] = found.note;
  for (const RegimeErrors& e : errors_of(rows))
    answer["regimes"].push_back({{"regime", e.regime}, {"n", e.model.count}, {"mean", e.model.mean}, {"median", e.model.median}, {"p90", e.model.p90},
                                 {"worst", e.model.worst}, {"bias", e.model.bias}, {"coverage", e.coverage}, {"roofline_mean", e.roofline.mean}});
  for (const ValidatedRow& row : worst_rows(rows, static_cast<std::size_t>(o.worst)))
    answer["worst"].push_back({{"place", row.place}, {"what", row.what}, {"measured_us", row.judged.measured * 1e6},
                               {"predicted_us", row.judged.predicted * 1e6}, {"why", row.explanation}});
  return answer;
}

void run(const Options& o) {
  const json::Card card = load_card(o.device);
  const Device& device = card.device();
  ValidationOptions options{.gpu = o.gpu, .eager = o.eager, .load = load_from(o.load, "--load"), .library = library_version_from(o.library, "--library"), .unsaid = o.unsaid, .host_scale = o.host_scale};
  o.unsaid.check();
  if (!o.format.empty()) options.format = number_format_from(o.format, "--dtype");
  const Validation found = validated_rows(read_input(o.file), input_name(o.file), card, options);
  note_calibration(card);
  for (const std::string& note : {found.note, doubt(errors_of(found.rows))})
    if (!note.empty()) std::cerr << "perfmodel-plan: " << input_name(o.file) << ": " << note << '\n';
  if (!o.plot.empty()) json::write_file(o.plot, scatter_svg(found.rows, o.file + " on " + device.name));
  if (o.output.json) return o.output.write(as_json(found, o, device));
  o.output.write(report(found, o, device));
}

}  // namespace

void add_validate(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("validate", "measured times from a CSV file beside predicted ones: errors by regime, worst rows");
  command->add_option("FILE", o->file, "products, operations or steps with their measured times; - is stdin")->required();
  add_device_option(*command, o->device)->required();
  command->add_option("--gpu", o->gpu, "only rows with this in their column gpu");
  command->add_option("--dtype", o->format, "format of products that do not say (default: fp32, and the answer says so)");
  command->add_flag("--eager", o->eager, "times of products are of single framework calls: short ones count apart, as those of operations do");
  command->add_option("--plot", o->plot, "write a scatter plot, predicted against measured")->type_name("FILE.svg");
  command->add_option("--load", o->load, "isolated or sustained, for rows that do not say")->capture_default_str();
  add_library_option(*command, o->library);
  o->unsaid.add_to(*command);
  add_host_scale_option(*command, o->host_scale);
  add_integer(*command, "--worst", o->worst, "rows to show with their explanation (default 8)", 0, 100'000);
  o->output.add_to(*command);
  command->footer("Columns: products dtype,layout,batch,m,n,k,time_us; operations op,dtype,rows,columns,tensors,time_us or op,params,time_us\n"
                  "(eager calls; rows under 10 times the shortest one count apart, as the regime \"eager\"; --eager: so do products);\n"
                  "steps network,batch,precision,optimizer,step_us. Optional: gpu, operands, load, library, kernel, mode, framework,\n"
                  "memory_format.\n"
                  "Example:\n  perfmodel-plan validate times.csv -d V100-SXM2-16GB --plot scatter.svg");
  command->callback([o] { run(*o); });
}

}  // namespace plan
