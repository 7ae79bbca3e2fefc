#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "validate.hpp"
#include "validate_cards.hpp"
#include <algorithm>
#include <perfmodel/calibration/eager_call.hpp>
#include <perfmodel/calibration/gemm_words.hpp>
#include <perfmodel/calibration/measurement.hpp>
#include <perfmodel/calibration/operation_time.hpp>
#include <perfmodel/calibration/statistics.hpp>
#include <set>
#include <string>
#include <vector>

namespace plan {
namespace {

using namespace perfmodel;

/// The file's rows without the comment lines of raw tables ("# perfmodel-raw ...", "# end ...").
[[nodiscard]] CsvTable parse_measurements(const std::string& text, const std::string& file) {
  std::size_t begin = 0;
  std::int64_t line = 1;
  while (begin < text.size() && text[begin] == '#') {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
    begin = end + 1;
    ++line;
  }
  std::string rest = text.substr(begin);
  if (const std::size_t last = rest.rfind("\n# end "); last != std::string::npos) rest.resize(last + 1);
  return parse_csv(rest, file, line);
}

/// The card that a raw table's first line names; empty: none.
[[nodiscard]] std::string raw_card(const std::string& text) {
  constexpr std::string_view head = "# perfmodel-raw ", word = " card=";
  const std::string line = text.substr(0, text.find_first_of("\r\n"));
  const std::size_t at = line.rfind(word);
  return !line.starts_with(head) || at == std::string::npos ? "" : line.substr(at + word.size());
}

[[nodiscard]] std::string regime_of(const Gemm& g, const GemmPrediction& p) {
  return std::string(name(g.format)) + ' ' + std::string(name(p.bound)) + (leading_alignment(g) >= 16 ? "" : " unaligned") +
         (p.split_k > 1 ? " split-K" : "") + (g.batch > 1 ? " batched" : "");
}

/// "1 row", "2 rows"
[[nodiscard]] std::string count_text(std::size_t count, const std::string& what) { return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s"); }

/// Adds to a note.
void add(std::string& note, const std::string& more) { note += (note.empty() || more.empty() ? "" : "; ") + more; }

/// "31.7 us"
[[nodiscard]] std::string micros(double seconds) { return three_digits(1e6 * seconds) + " us"; }

/// The shortest calls of products, by the operation that the file names: nn.Linear costs a framework more than torch.bmm.
[[nodiscard]] ShortestCalls product_calls(const std::vector<ValidatedRow>& rows) {
  ShortestCalls calls;
  for (const ValidatedRow& row : rows) calls.add(row.call, row.judged.measured);
  return calls;
}

/// "31.7 us", "bmm 22.4 us, linear 26.8 us"
[[nodiscard]] std::string shortest_text(const std::vector<ValidatedRow>& rows, const ShortestCalls& calls) {
  std::set<std::string> names;
  for (const ValidatedRow& row : rows) names.insert(row.call);
  std::string text;
  for (const std::string& call : names) text += (text.empty() ? "" : ", ") + (names.size() > 1 ? call + ' ' : "") + micros(calls.of(call));
  return text;
}

/// What to say of products whose short times do not look like kernels'; nothing where they do. In eager calls 0.6 of the shortest
/// is no kernel's (eager_share), of kernels back to back nothing: the border is half of that.
[[nodiscard]] std::string eager_hint(const std::vector<ValidatedRow>& rows) {
  const ShortestCalls calls = product_calls(rows);
  constexpr std::size_t fewest = 3;  // rows that make a floor
  std::vector<double> over;
  for (const ValidatedRow& row : rows)
    if (const double shortest = calls.of(row.call); row.judged.measured <= 2.0 * shortest)
      over.push_back((row.judged.measured - row.judged.predicted) / shortest);
  if (over.size() < fewest || quantile(over, 0.5) < 0.5 * eager_share) return "";
  return "times near the shortest, " + shortest_text(rows, calls) +
         ", are far over what their kernels take: if they are of single framework calls, --eager says so";
}

/// Adds the part of the shortest call that is the framework's to every prediction, and sets calls near it apart.
/// @return what was done, for the note
[[nodiscard]] std::string take_as_eager(std::vector<ValidatedRow>& rows) {
  const ShortestCalls calls = product_calls(rows);
  std::size_t apart = 0;
  for (ValidatedRow& row : rows) {
    for (double* seconds : {&row.judged.predicted, &row.judged.low, &row.judged.high}) *seconds += eager_share * calls.of(row.call);
    row.eager = calls.near(row.call, row.judged.measured);
    if (!row.eager) continue;
    ++apart;
    row.judged.regime = row.judged.regime.substr(0, row.judged.regime.find(' ')) + " eager";
    row.explanation += "; under 10 times the shortest call";
  }
  return "eager calls: " + count_text(apart, "row") + " of " + std::to_string(rows.size()) + " under 10 times the shortest (" +
         shortest_text(rows, calls) + ") stand apart; " + number("%g", eager_share) + " of the shortest is in every prediction";
}

/// What a profiler sees of a kernel: all but the launch.
void take_off_launch(Judged& judged, Time launch) {
  const double share = 1.0 - in(launch, second) / judged.predicted;
  if (share <= 0.0) return;
  for (double* seconds : {&judged.predicted, &judged.low, &judged.high}) *seconds *= share;
}

/// The rows that a prediction can be made of. DeepBench's half-precision products in FP32 arithmetic are none.
[[nodiscard]] CsvTable without_mixed(CsvTable table, std::string& left_out) {
  const auto dtype = table.find("dtype");
  if (!dtype) return table;
  const std::size_t count = std::erase_if(table.rows, [&](const CsvRow& row) { return row.cells[*dtype] == "fp16_in_fp32_math"; });
  if (count > 0) left_out = "left out: " + count_text(count, "row") + " of FP16 operands multiplied in FP32";
  return table;
}

[[nodiscard]] std::vector<ValidatedRow> product_rows(const CsvTable& table, const json::Card& asked, const ValidationOptions& o) {
  const Device& device = asked.device();
  KernelModels models(device, asked.correction());
  const std::vector<GemmMeasurement> measured = gemm_measurements(table, {.format = o.format, .load = o.load, .library = o.library, .operands = o.operands});
  std::vector<ValidatedRow> rows;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const GemmMeasurement& m = measured[i];
    const Gemm& g = m.gemm;
    GemmPrediction p;
    try {
      p = predict(g, models.at(m.load, m.library).gemm);
    } catch (const Error& error) {
      throw at(m.place + ": ", error);
    }
    ValidatedRow row{.place = m.place, .call = cell_or(table, table.rows[i], "op", "product"), .format = std::string(name(g.format))};
    row.judged = {.regime = regime_of(g, p), .predicted = in(p.total, second), .low = in(p.low, second), .high = in(p.high, second), .measured = m.seconds,
                  .roofline = perfmodel::detail::published_seconds(work(g), traffic(g), g.format, device)};
    if (o.kernel_only) take_off_launch(row.judged, p.launch);
    row.what = std::string(name(g.format)) + ' ' + layout_word(g.layout) + ' ' + (g.batch > 1 ? std::to_string(g.batch) + " x " : "") +
               std::to_string(g.m) + 'x' + std::to_string(g.n) + 'x' + std::to_string(g.k);
    row.explanation = std::to_string(p.tile_m) + 'x' + std::to_string(p.tile_n) + ", " + std::to_string(p.waves) + " w, " + std::string(name(p.bound)) +
                      (m.kernel.empty() ? "" : "; ran " + m.kernel);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Operations, convolutions or attention, by the table's columns.
[[nodiscard]] std::vector<OperationMeasurement> measured_operations(const CsvTable& table, const Device& device, NumberFormat unsaid) {
  if (table.find("params")) return eager_operations(table, unsaid);
  if (table.find("op")) return raw_operations(table, device.name);
  if (table.find("head_size")) return raw_attention(table, device.name);
  return raw_convolutions(table, device.name);
}

[[nodiscard]] NumberFormat format_of(const Kernel& kernel) {
  if (const auto* c = std::get_if<Convolution>(&kernel)) return c->format;
  if (const auto* a = std::get_if<Attention>(&kernel)) return a->format;
  return std::get<Streaming>(kernel).format;
}

/// "32x64x56x56, filter 64x3x3": what a row names beyond its operation and format.
[[nodiscard]] std::string shape_text(const Kernel& kernel) {
  const auto by = [](std::initializer_list<std::int64_t> sizes) {
    std::string text;
    for (const std::int64_t size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
  };
  if (const auto* c = std::get_if<Convolution>(&kernel)) return by({c->n, c->c, c->h, c->w}) + ", filter " + by({c->k, c->r, c->s});
  if (const auto* a = std::get_if<Attention>(&kernel)) return by({a->batch, a->heads, a->queries, a->keys, a->head_size});
  const Streaming& s = std::get<Streaming>(kernel);
  return by({s.rows, s.columns});
}

/// "fp16 convolution forward", "bf16 attention backward", "fp32 softmax"
[[nodiscard]] std::string kind_text(const OperationMeasurement& m) {
  const Kernel& kernel = m.kernels.front();
  const std::string format(name(format_of(kernel)));
  if (!m.in_graph) return format + ' ' + m.operation;  // an eager call has a name of its own
  return format + (std::holds_alternative<Convolution>(kernel) ? " convolution " : std::holds_alternative<Attention>(kernel) ? " attention " : " ") + m.operation;
}

/// @param left_out  set to what rows were left out, and why
[[nodiscard]] std::vector<ValidatedRow> operation_rows(const CsvTable& table, const json::Card& asked, const ValidationOptions& o, std::string& left_out) {
  const Device& device = asked.device();
  const KernelModel model = kernel_model(device, o.load, o.library, asked.correction());
  std::vector<ValidatedRow> rows;
  std::vector<OperationMeasurement> measured = measured_operations(table, device, o.format.value_or(NumberFormat::fp32));
  const std::size_t unknown = table.rows.size() - measured.size();
  const std::size_t others = std::erase_if(measured, [&](const auto& m) { return times_another_kernel(m, device.compute_capability); });
  if (unknown > 0) add(left_out, "left out: " + count_text(unknown, "row") + " of operations or formats that the model does not know");
  if (others > 0) add(left_out, "left out: " + count_text(others, "row") + " of another backward kernel than this card runs (docs/attention.md)");
  // A framework's eager call has a floor that no kernel causes: rows near it are judged apart ("eager"), not as kernels.
  ShortestCalls calls;
  for (const OperationMeasurement& m : measured) calls.add(m.operation, m.seconds);
  for (const OperationMeasurement& m : measured) {
    const bool eager = !m.in_graph && !o.kernel_only && calls.near(m.operation, m.seconds);
    ValidatedRow row{.place = m.place, .what = kind_text(m) + ' ' + shape_text(m.kernels.front()), .format = std::string(name(format_of(m.kernels.front()))), .eager = eager};
    row.judged.measured = m.seconds;
    Prediction p;
    try {
      OperationMeasurement timed = m;
      timed.in_graph = m.in_graph || o.kernel_only;  // a profiler's time of a kernel is what a graph shows
      p = predict(timed, model);
    } catch (const Error& error) {
      throw at(m.place + ": ", error);
    }
    row.judged.predicted = in(p.total, second), row.judged.low = in(p.low, second), row.judged.high = in(p.high, second);
    for (const Kernel& kernel : m.kernels) row.judged.roofline += in(traffic(kernel) / device.dram_bandwidth, second);
    const Bound bound = p.bound;
    row.judged.regime = kind_text(m) + ' ' + (eager ? "eager" : std::string(name(bound)));
    row.explanation = std::to_string(m.kernels.size()) + " kernels, " + std::string(name(bound)) + (eager ? "; under 10 times the shortest call" : "");
    rows.push_back(std::move(row));
  }
  return rows;
}

[[nodiscard]] std::vector<ValidatedRow> step_rows(const CsvTable& table, const json::Card& asked, const ValidationOptions& o) {
  const Device& device = asked.device();
  const CardModel card = card_model(asked, o.load, o.host_scale, o.unsaid.version);
  NetworkCache networks;
  const char* const time = table.find("time_us") && !table.find("step_us") ? "time_us" : "step_us";
  for (const char* column : {"batch", "precision", time}) (void)table.at(column);
  std::vector<ValidatedRow> rows;
  for (const CsvRow& r : table.rows) {
    const auto place = [&](const char* column) { return table.place(r, column); };
    Recipe recipe = recipe_of(table, r, o.unsaid, place);
    recipe.batch = batch_of(table, r, place);
    const double measured = 1e-6 * to_positive(r.cells[table.at(time)], place(time));
    const std::string network = cell_or(table, r, "network");
    ValidatedRow row{.place = table.file + ':' + std::to_string(r.line), .format = std::string(name(recipe.precision))};
    try {
      const StepTime t = time_of_step(networks(network), recipe, card);
      row.judged = {.regime = std::string(name(recipe.precision)) + (t.bound == Bound::host ? " host" : " device"), .predicted = in(t.total, second),
                    .low = in(t.low, second), .high = in(t.high, second), .measured = measured};
      const NumberFormat format = policy(recipe.precision).compute;
      row.judged.roofline = peak(device, format) > WorkRate{} ? in(t.work / peak(device, format), second) : 0.0;
      row.explanation = std::string(name(t.bound)) + ", device " + std::to_string(std::llround(in(t.device, micro * second))) + " us, host " +
                        std::to_string(std::llround(in(t.host, micro * second))) + " us";
    } catch (const Error& error) {
      throw at(row.place + ": ", error);
    }
    row.what = network + " batch " + std::to_string(recipe.batch) + ' ' + std::string(name(recipe.precision)) + ' ' + cell_or(table, r, "optimizer");
    rows.push_back(std::move(row));
  }
  return rows;
}

/// What connects the cards of a row: its column link, or the name of its system ("A40 (PCIe)"); else what the card has.
[[nodiscard]] Link link_of(const CsvTable& table, const CsvRow& row, const std::string& system, const Device& device) {
  const std::string word = cell_or(table, row, "link"), lower = lower_case(system);
  if (!word.empty() && word != "nvlink" && word != "pcie")
    throw bad_input(table.place(row, "link"), in_quotes(word), "must be nvlink or pcie");
  const bool has = device.interconnect.nvlink_bandwidth > Bandwidth{};
  if (word == "nvlink" && !has) throw bad_input(table.place(row, "link"), "\"nvlink\"", "must be pcie: " + device.name + " has no NVLink");
  const bool named_pcie = lower.find("pcie") != std::string::npos && lower.find("nvlink") == std::string::npos;
  return word == "pcie" || !has || (word.empty() && named_pcie) ? Link::pcie : Link::nvlink;
}

/// All-reduces among the cards of one host. @param system  the name that the table has for it
[[nodiscard]] std::vector<ValidatedRow> collective_rows(const CsvTable& table, const json::Card& asked, const std::string& system) {
  constexpr std::int64_t most = 1024;
  Device on_pcie = asked.device();
  on_pcie.interconnect.nvlink_bandwidth = Bandwidth{};
  const CollectiveModel nvlink = make_collective_model(asked.device()), pcie = make_collective_model(on_pcie);
  std::vector<ValidatedRow> rows;
  for (const CsvRow& r : table.rows) {
    const CollectiveModel& model = link_of(table, r, system, asked.device()) == Link::nvlink ? nvlink : pcie;
    const auto cell = [&](const char* column) { return std::string_view(r.cells[table.at(column)]); };
    const Collective c{.gpus = to_integer(cell("gpus"), table.place(r, "gpus"), 2, most), .size = to_positive(cell("bytes"), table.place(r, "bytes")) * byte};
    const double measured = 1e-6 * to_positive(cell("time_us"), table.place(r, "time_us"));
    const Prediction p = predict(c, model);
    const std::string link = &model == &nvlink ? "nvlink" : "pcie", gpus = std::to_string(c.gpus) + " GPUs";
    ValidatedRow row{.place = table.file + ':' + std::to_string(r.line), .what = "all-reduce " + gpus + ' ' + exact(in(c.size, byte)) + " bytes"};
    row.judged = {.regime = "all-reduce " + link + ' ' + gpus + (p.validated ? "" : " (not validated)"), .predicted = in(p.total, second),
                  .low = in(p.low, second), .high = in(p.high, second), .measured = measured,
                  .roofline = collective_steps(c).bytes_per_link / model.bandwidth};
    row.explanation = "start " + micros(in(p.launch, second)) + ", steps " + micros(in(p.latency, second)) + ", bytes " + micros(in(p.dram, second));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// What a file's rows are.
enum class Kind { products, operations, collectives, steps };

/// @throws Error for columns of no known kind
[[nodiscard]] Kind kind_of(const CsvTable& table) {
  if (table.find("network")) return Kind::steps;
  if (table.find("layout") && table.find("k")) return Kind::products;
  if (table.find("op") || (table.find("pass") && table.find("time_us"))) return Kind::operations;
  if (table.find("gpus") && table.find("bytes")) return Kind::collectives;
  throw bad_input(table.file + ":1", "columns of no known kind",
                  "must be products (dtype,layout,batch,m,n,k,time_us), operations (op,...,time_us or pass,...,time_us), all-reduces (gpus,bytes,time_us) "
                  "or steps (network,batch,precision,optimizer,step_us)");
}

/// @throws Error for an option that says something of other rows than these
void check_options(const CsvTable& table, Kind kind, const ValidationOptions& o) {
  const std::string file = '"' + table.file + '"';
  if (o.eager && kind != Kind::products && !table.find("params"))
    throw bad_input("--eager", file, "must be products (layout,batch,m,n,k,time_us) or operations of a framework (op,params,time_us)");
  if (o.kernel_only && kind != Kind::products && kind != Kind::operations)
    throw bad_input("--kernel-only", file, "must be products (layout,batch,m,n,k,time_us) or operations (op,...,time_us or pass,...,time_us)");
  if (o.kernel_only && o.eager) throw bad_input("--eager", "--kernel-only", "only one of them can be how the times were taken");
}

[[nodiscard]] Validation validated_card(CardRows found, Kind kind, const ValidationOptions& o) {
  Validation result{.card = std::move(found.card), .name = std::move(found.name)};
  const CsvTable& table = found.table;
  std::string left_out;
  switch (kind) {
    case Kind::steps:
      note_host(result.card, o.host_scale);
      result.rows = step_rows(table, result.card, o);
      break;
    case Kind::products:
      result.rows = product_rows(without_mixed(table, left_out), result.card, o);
      add(result.note, left_out);
      add(result.note, o.eager && !result.rows.empty() ? take_as_eager(result.rows) : eager_hint(result.rows));
      break;
    case Kind::operations:
      result.rows = operation_rows(table, result.card, o, left_out);
      add(result.note, left_out);
      break;
    case Kind::collectives: result.rows = collective_rows(table, result.card, result.name); break;
  }
  return result;
}

}  // namespace

Validations validated_rows(const std::string& text, const std::string& file, const ValidationOptions& asked) {
  const CsvTable table = parse_measurements(text, file);
  const Kind kind = kind_of(table);
  check_options(table, kind, asked);
  ValidationOptions options = asked;
  const bool may_lack_format = kind == Kind::products || table.find("params");
  std::string assumed;
  if (may_lack_format && !options.format && !table.find("dtype")) {
    options.format = NumberFormat::fp32;
    assumed = "no column dtype: fp32 is assumed, --dtype says otherwise";
  }
  const bool system = kind == Kind::collectives && !table.find("gpu");
  const char* const column = system ? "system" : "gpu";
  if (options.device.empty() && !table.find(column)) options.device = raw_card(text);
  RowsByCard sorted = rows_by_card(table, column, options.device, options.gpu);
  Validations result{.note = sorted.note};
  for (CardRows& rows : sorted.cards) {
    Validation card = validated_card(std::move(rows), kind, options);
    if (!card.rows.empty()) result.cards.push_back(std::move(card));
    else if (!card.note.empty()) add(result.note, (card.name.empty() ? "" : card.name + ": ") + card.note);
  }
  if (result.cards.size() > 1) add(result.note, assumed);
  else if (!result.cards.empty() && !assumed.empty()) result.cards[0].note = assumed + (result.cards[0].note.empty() ? "" : "; ") + result.cards[0].note;
  if (result.cards.empty()) throw bad_input(file, "no rows that the model knows", "must have at least one measurement");
  return result;
}

}  // namespace plan
