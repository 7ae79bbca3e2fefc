/// perfmodel-plan validate: what a file's rows are, steps and all-reduces.
#include "validate_rows.hpp"

#include <algorithm>
#include <cmath>

#include "cards.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "validate_cards.hpp"

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

[[nodiscard]] std::vector<ValidatedRow> step_rows(const CsvTable& table, const json::Card& asked,
                                                  const ValidationOptions& o) {
  const Device& device = asked.device();
  const Software software = o.unsaid.software();
  CardModels cards(card_model(asked, software, o.load.value_or(Load::sustained), o.host));
  NetworkCache networks;
  const char* const time = table.find("time_us") && !table.find("step_us") ? "time_us" : "step_us";
  for (const char* column : {"batch", "precision", time}) (void)table.at(column);
  std::vector<ValidatedRow> rows;
  for (const CsvRow& r : table.rows) {
    const auto place = [&](const char* column) { return table.place(r, column); };
    Recipe recipe = recipe_of(table, r, place);
    recipe.batch = batch_of(table, r, place);
    const Framework framework = framework_of(table, r, software, place);
    const double measured = 1e-6 * to_positive(r.cells[table.at(time)], place(time));
    const std::string network = cell_or(table, r, "network");
    ValidatedRow row{.place = table.file + ':' + std::to_string(r.line), .format = std::string(name(recipe.precision))};
    try {
      const StepTime t = time_of_step(*networks(network), recipe, cards.at(framework));
      row.judged = {.regime = std::string(name(recipe.precision)) + (t.bound == Bound::host ? " host" : " device"),
                    .predicted = in(t.total, second),
                    .low = in(t.low, second),
                    .high = in(t.high, second),
                    .measured = measured};
      const NumberFormat format = policy(recipe.precision).compute;
      row.judged.roofline = peak(device, format) > WorkRate{} ? in(t.work / peak(device, format), second) : 0.0;
      row.explanation = std::string(name(t.bound)) + ", device " +
                        std::to_string(std::llround(in(t.device, micro * second))) + " us, host " +
                        std::to_string(std::llround(in(t.host, micro * second))) + " us";
    } catch (const Error& error) {
      throw at(row.place + ": ", error);
    }
    row.what = network + " batch " + std::to_string(recipe.batch) + ' ' + std::string(name(recipe.precision)) + ' ' +
               cell_or(table, r, "optimizer");
    rows.push_back(std::move(row));
  }
  return rows;
}

/// What connects the cards of a row: its column link, or the name of its system ("A40 (PCIe)"); nothing: what so many
/// cards have.
[[nodiscard]] std::optional<Link> link_of(const CsvTable& table, const CsvRow& row, const std::string& system,
                                          const Device& device) {
  const std::string word = cell_or(table, row, "link"), lower = lower_case(system);
  if (!word.empty() && word != "nvlink" && word != "pcie")
    throw bad_input(table.place(row, "link"), in_quotes(word), "must be nvlink or pcie");
  const bool has = device.interconnect.nvlink_bandwidth > Bandwidth{};
  if (word == "nvlink" && !has)
    throw bad_input(table.place(row, "link"), "\"nvlink\"", "must be pcie: " + device.name + " has no NVLink");
  const bool named_pcie = lower.find("pcie") != std::string::npos && lower.find("nvlink") == std::string::npos;
  if (word == "pcie" || (word.empty() && named_pcie)) return Link::pcie;
  return word == "nvlink" ? std::optional(Link::nvlink) : std::nullopt;
}

/// All-reduces among the cards of one host. @param system  the name that the table has for it
[[nodiscard]] std::vector<ValidatedRow> collective_rows(const CsvTable& table, const json::Card& asked,
                                                        const std::string& system) {
  constexpr std::int64_t most = 1024;
  const CollectiveModel card = make_collective_model(asked.device());
  std::vector<ValidatedRow> rows;
  for (const CsvRow& r : table.rows) {
    const auto cell = [&](const char* column) { return std::string_view(r.cells[table.at(column)]); };
    const Collective c{.gpus = to_integer(cell("gpus"), table.place(r, "gpus"), 2, most),
                       .size = to_positive(cell("bytes"), table.place(r, "bytes")) * byte};
    const double measured = 1e-6 * to_positive(cell("time_us"), table.place(r, "time_us"));
    CollectiveModel model = card;
    if (const auto said = link_of(table, r, system, asked.device()))
      model.nvlink_cards = *said == Link::nvlink ? most : 0;
    const Prediction p = predict(c, model);
    const LinkModel& taken = link_among(c.gpus, model);
    const std::string link = is_pcie(taken.link) ? "pcie" : "nvlink", gpus = std::to_string(c.gpus) + " GPUs";
    ValidatedRow row{.place = table.file + ':' + std::to_string(r.line),
                     .what = "all-reduce " + gpus + ' ' + exact(in(c.size, byte)) + " bytes"};
    row.judged = {.regime = "all-reduce " + link + ' ' + gpus + (p.validated ? "" : " (not validated)"),
                  .predicted = in(p.total, second),
                  .low = in(p.low, second),
                  .high = in(p.high, second),
                  .measured = measured,
                  .roofline = collective_steps(c).bytes_per_link / taken.bandwidth};
    row.explanation = "start " + micros(in(p.launch, second)) + ", steps " + micros(in(p.latency, second)) +
                      ", bytes " + micros(in(p.dram, second));
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
                  "must be products (dtype,layout,batch,m,n,k,time_us), operations (op,...,time_us or "
                  "pass,...,time_us), all-reduces (gpus,bytes,time_us) "
                  "or steps (network,batch,precision,optimizer,step_us)");
}

/// @throws Error for an option that says something of other rows than these
void check_options(const CsvTable& table, Kind kind, const ValidationOptions& o) {
  const std::string file = '"' + table.file + '"';
  if (o.eager && kind != Kind::products && !table.find("params"))
    throw bad_input("--eager", file,
                    "must be products (layout,batch,m,n,k,time_us) or operations of a framework (op,params,time_us)");
  if (o.kernel_only && kind != Kind::products && kind != Kind::operations)
    throw bad_input("--kernel-only", file,
                    "must be products (layout,batch,m,n,k,time_us) or operations (op,...,time_us or pass,...,time_us)");
  if (o.kernel_only && o.eager)
    throw bad_input("--eager", "--kernel-only", "only one of them can be how the times were taken");
}

[[nodiscard]] Validation validated_card(CardRows found, Kind kind, const ValidationOptions& o) {
  Validation result{.card = std::move(found.card), .name = std::move(found.name)};
  switch (kind) {
    case Kind::products:
      judge_products(found.table, o, result);
      break;
    case Kind::operations:
      judge_operations(found.table, o, result);
      break;
    case Kind::collectives:
      judge_collectives(found.table, result);
      break;
    case Kind::steps:
      judge_steps(found.table, o, result);
      break;
  }
  return result;
}

[[nodiscard]] std::string assumed_of(const CsvTable& table, Kind kind, const ValidationOptions& o) {
  switch (kind) {
    case Kind::products:
      return assumed_of_products(table, o);
    case Kind::operations:
      return assumed_of_operations(table, o);
    case Kind::collectives:
      return table.find("link") ? ""
                                : "NVLink where it joins so many cards and their name does not say PCIe (column link)";
    case Kind::steps:
      return assumed_of_steps(table, o);
  }
  return "";
}

}  // namespace

bool all_say(const CsvTable& table, std::string_view column) {
  const auto at = table.find(column);
  return at &&
         std::none_of(table.rows.begin(), table.rows.end(), [&](const CsvRow& row) { return row.cells[*at].empty(); });
}

bool assumes_format(const CsvTable& table, const ValidationOptions& o) { return !o.format && !table.find("dtype"); }

void judge_steps(const CsvTable& table, const ValidationOptions& o, Validation& result) {
  note_host(result.card, o.host);
  result.rows = step_rows(table, result.card, o);
}

std::string assumed_of_steps(const CsvTable& table, const ValidationOptions& o) {
  const SoftwareOptions unsaid{};
  std::string list;
  if (!all_say(table, "framework") && o.unsaid.framework == unsaid.framework)
    append(list, unsaid.framework + " (--framework)");
  if (!o.unsaid.version)
    append(list, "version " + std::string(default_version) + " and its cuBLAS (--framework-version)");
  if (!o.host.factor())
    append(list, "the host " + std::string(default_host_name) + ", or that of the calibrated file (--host)");
  if (!o.load) append(list, "sustained load (--load)");
  return list;
}

void judge_collectives(const CsvTable& table, Validation& result) {
  result.rows = collective_rows(table, result.card, result.name);
}

Validations validated_rows(const std::string& text, const std::string& file, const ValidationOptions& asked) {
  const CsvTable table = parse_measurements(text, file);
  const Kind kind = kind_of(table);
  check_options(table, kind, asked);
  ValidationOptions options = asked;
  const bool has_format = kind == Kind::products || table.find("params");
  const std::string format_note =
      has_format && assumes_format(table, options) ? "no column dtype: fp32 is assumed, --dtype says otherwise" : "";
  const bool system = kind == Kind::collectives && !table.find("gpu");
  const char* const column = system ? "system" : "gpu";
  if (options.device.empty() && !table.find(column)) options.device = raw_card(text);
  RowsByCard sorted = rows_by_card(table, column, options.device, options.gpu);
  Validations result{.note = sorted.note, .assumed = assumed_of(table, kind, options)};
  for (CardRows& rows : sorted.cards) {
    Validation card = validated_card(std::move(rows), kind, options);
    if (!card.rows.empty())
      result.cards.push_back(std::move(card));
    else if (!card.note.empty())
      add(result.note, (card.name.empty() ? "" : card.name + ": ") + card.note);
  }
  if (result.cards.size() == 1) {
    std::string note = format_note;
    add(note, result.cards[0].note);
    result.cards[0].note = note;
  } else {
    add(result.note, format_note);
  }
  if (result.cards.empty()) throw bad_input(file, "no rows that the model knows", "must have at least one measurement");
  return result;
}

}  // namespace plan
