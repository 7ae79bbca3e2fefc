/// perfmodel-fit-choices: learns which kernel cuBLAS launches for a product from its own answers (what
/// cublasLtMatmulAlgoGetHeuristic: gemm_choices.csv), as decision trees, and writes them as a header. No GPU. Three of ten shape families are never learned
/// from: perfmodel-fit judges times on them, and here they say how often the kernel is named rightly.
#include <perfmodel/calibration/gemm_fit.hpp>
#include <perfmodel/calibration/gemm_words.hpp>
#include <perfmodel/calibration/kernel_name.hpp>
#include <perfmodel/calibration/raw_csv.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include "choice_tree_fit.hpp"
#include "fit_program.hpp"
#include <cstdio>
#include <iostream>
#include <sstream>

namespace perfmodel {
namespace {

/// cublasLt's numbers of algorithms (CUBLASLT_ALGO_CONFIG_ID), as kernel names told them apart on an H200 with cuBLAS 13.1.
enum class Algorithm : std::int64_t { cutlass_simt = 20, cutlass_s1688 = 21, cutlass_tensor = 23, cutlass_wmma = 24, xmma_sm90 = 43, xmma_simt = 55, xmma_sm80 = 63 };

/// Parts that a kernel makes of K when told `nominal`. CUTLASS aligns them to 16 bytes, and to a cache line of 128 where K is a
/// multiple of one (include/cutlass/gemm/kernel/gemm_universal.h); seen in the grids of 93 to 100 % of the recorded kernels.
[[nodiscard]] std::int64_t parts_made(Algorithm algorithm, std::int64_t nominal, std::int64_t k, int bytes) {
  if (nominal <= 1 || algorithm == Algorithm::xmma_simt) return std::max<std::int64_t>(1, nominal);
  const std::int64_t line = 128 / bytes, least = 16 / bytes, step = k % line == 0 ? line : least;
  return ceil_div(k, round_up(ceil_div(k, nominal), step));
}

/// Tile and pipeline by cublasLt's enumerators (cublasLtMatmulTile_t, cublasLtMatmulStages_t); those of the families with trees.
[[nodiscard]] std::optional<NamedTile> named_tile(const CsvTable& csv, const CsvRow& row) {
  struct Tile { int id, m, n; };
  struct Stages { int id, k, count; };
  constexpr std::array tiles{Tile{11, 32, 32},  Tile{12, 32, 64},  Tile{13, 64, 32},   Tile{14, 32, 128},  Tile{15, 64, 64},   Tile{16, 128, 32}, Tile{17, 64, 128},
                             Tile{18, 128, 64}, Tile{19, 64, 256}, Tile{20, 128, 128}, Tile{21, 256, 64}, Tile{23, 128, 256}, Tile{24, 256, 128}};
  constexpr std::array pipelines{Stages{3, 16, 3}, Stages{4, 16, 4}, Stages{5, 16, 5}, Stages{6, 16, 6}, Stages{9, 32, 3}, Stages{10, 32, 4}, Stages{11, 32, 5},
                                 Stages{12, 32, 6}, Stages{26, 8, 4}, Stages{27, 16, 10}, Stages{28, 8, 5}, Stages{31, 8, 3}, Stages{34, 32, 0}};
  const auto id = [&](std::string_view column) { return to_integer(row.cells[csv.at(column)], csv.place(row, column), 0, 9999); };
  const auto tile = std::find_if(tiles.begin(), tiles.end(), [wanted = id("tile")](const Tile& t) { return t.id == wanted; });
  const auto pipeline = std::find_if(pipelines.begin(), pipelines.end(), [wanted = id("stages")](const Stages& p) { return p.id == wanted; });
  if (tile == tiles.end() || pipeline == pipelines.end()) return std::nullopt;
  return NamedTile{.m = tile->m, .n = tile->n, .k = pipeline->k, .stages = pipeline->count};
}

struct TreeRows {
  GemmFamily family{};
  bool batched{};
  std::vector<ChoiceExample> learned{}, judged{};
};

/// The product of a row with the kernel chosen for it; nothing where the family's table has no such tile.
[[nodiscard]] std::optional<ChoiceExample> example(const CsvTable& csv, const CsvRow& row, const Device& device, const FamilyRule& rule, const Gemm& g) {
  const auto cell = [&](std::string_view column) { return std::string_view(row.cells[csv.at(column)]); };
  const auto algorithm = static_cast<Algorithm>(to_integer(cell("algorithm"), csv.place(row, "algorithm"), 0, 999));
  const bool known = algorithm == Algorithm::cutlass_simt || algorithm == Algorithm::cutlass_s1688 || algorithm == Algorithm::cutlass_tensor ||
                     algorithm == Algorithm::cutlass_wmma || algorithm == Algorithm::xmma_sm90 || algorithm == Algorithm::xmma_simt || algorithm == Algorithm::xmma_sm80;
  if (!known) return std::nullopt;  // kernels for thin products, and some of few products
  const GemmFamily family = rule.other && algorithm != Algorithm::xmma_sm90 ? *rule.other : rule.family;
  const auto named = named_tile(csv, row);
  if (!named) return std::nullopt;
  const auto tile = tile_index(gemm_table.families[static_cast<std::size_t>(family)], *named);
  if (!tile) return std::nullopt;
  const double sms = in(device.sms, sm);
  const auto tiles = tile_count(g.batch, g.n, g.m, {named->m, named->n});
  const std::int64_t told = to_integer(cell("split_k"), csv.place(row, "split_k"), -(1 << 20), 1 << 20);
  const std::int64_t parts = told < 0 ? std::max<std::int64_t>(1, -told / tiles) : parts_made(algorithm, told, g.k, bits(g.format) / 8);
  return ChoiceExample{.features = choice_features(choice_problem(g), sms), .family = family, .tile = *tile,
                       .parts = static_cast<int>(parts), .tiles = static_cast<double>(tiles), .k = static_cast<double>(g.k), .sms = sms};
}

/// Products whose times come out better with trees than with learned preferences among modelled times (docs/gemm.md): FP32,
/// not batched, and aligned TF32. FP32 in batches, unaligned TF32 and 16 bits gained nothing.
[[nodiscard]] bool worth_a_tree(const FamilyRule& rule, const Gemm& g) {
  return rule.family == GemmFamily::hopper_tf32 || (rule.family == GemmFamily::hopper_sgemm && g.batch == 1);
}

[[nodiscard]] std::vector<TreeRows> read_rows(const CsvTable& csv, const Device& device) {
  constexpr LibraryVersion library = 1301;
  constexpr std::int64_t largest = 1 << 20;
  std::vector<TreeRows> out;
  for (const CsvRow& row : csv.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[csv.at(column)]); };
    const auto whole = [&](std::string_view column) { return to_integer(cell(column), csv.place(row, column), 1, largest); };
    const Gemm g = make_gemm(number_format_from(cell("dtype"), csv.place(row, "dtype")), layout_from(cell("layout"), csv.place(row, "layout")),
                             whole("batch"), whole("m"), whole("n"), whole("k"), Operands::cold, csv.file + ':' + std::to_string(row.line));
    const FamilyRule* rule = find_family_rule(device.compute_capability, g.format, leading_alignment(g), library);
    if (rule == nullptr || !worth_a_tree(*rule, g)) continue;
    const auto e = example(csv, row, device, *rule, g);
    if (!e) continue;
    auto tree = std::find_if(out.begin(), out.end(), [&](const TreeRows& t) { return t.family == rule->family && t.batched == (g.batch > 1); });
    if (tree == out.end()) tree = out.insert(out.end(), {.family = rule->family, .batched = g.batch > 1});
    (held_out(g) ? tree->judged : tree->learned).push_back(*e);
  }
  return out;
}

/// The second family that the products run in; the tree's own: none.
[[nodiscard]] GemmFamily other_family(const TreeRows& rows) {
  for (const ChoiceExample& e : rows.learned)
    if (e.family != rows.family) return e.family;
  return rows.family;
}

/// How often a tree names the kernel, and the kernel and its split within a tenth.
void judge(const TreeRows& rows, const std::vector<ChoiceNode>& nodes, std::ostream& out) {
  double tile = 0.0, both = 0.0;
  for (const ChoiceExample& e : rows.judged) {
    const ChoiceNode& leaf = choice_of(nodes, e.features).front();
    if (leaf.family != e.family || leaf.tile != e.tile) continue;
    tile += 1.0;
    const double parts = parts_of(split_rules[leaf.split], e.tiles, e.k, e.sms);
    both += std::abs(std::log(parts / e.parts)) < 0.1 ? 1.0 : 0.0;
  }
  char line[200];
  const double n = static_cast<double>(std::max<std::size_t>(1, rows.judged.size()));
  std::snprintf(line, sizeof line, "%s, %s: learned from %zu products, %zu leaves; of %zu others the tile named in %.0f %%, tile and split in %.0f %%",
                std::string(name(rows.family)).c_str(), rows.batched ? "batched" : "single", rows.learned.size(), static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [](const ChoiceNode& node) { return node.feature != choice_leaf; })) + 1,
                rows.judged.size(), 100.0 * tile / n, 100.0 * both / n);
  out << line << "\n";
}

void write_tree(std::ostream& out, const std::vector<ChoiceNode>& nodes, const std::string& identifier) {
  out << "inline constexpr std::array<ChoiceNode, " << nodes.size() << "> " << identifier << "{{";
  std::size_t width = 1000;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ChoiceNode& n = nodes[i];
    char text[80];
    if (n.feature == choice_leaf) std::snprintf(text, sizeof text, "L(%d,%d,%d,%d,%d)", n.tile, n.split, static_cast<int>(n.family), n.share, n.above);
    else std::snprintf(text, sizeof text, "N(%d,%.9g,%d)", n.feature, static_cast<double>(n.threshold), n.above);
    if (width > 140) out << "\n", width = 0;
    out << text << (i + 1 < nodes.size() ? "," : "");
    width += std::string_view(text).size() + 1;
  }
  out << "}};\n\n";
}

int run(int argc, char** argv) {
  std::string raw = "devices/calibrated/raw/h200-sxm/gemm_choices.csv", out;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 >= argc || (option != "--choices" && option != "--out")) throw bad_input("argument", std::string(option), "must be --choices or --out, each with a value");
    (option == "--choices" ? raw : out) = argv[i + 1];
  }
  const RawTable table = parse_raw(json::read_file(raw, {.bytes = std::size_t{1} << 28}), raw, "gemm_choices");
  const Device device = json::load_device(table.card).device;
  std::ostringstream trees, list, report;
  int count = 0;
  for (const TreeRows& rows : read_rows(table.csv, device)) {
    constexpr std::size_t rows_per_leaf = 50, least_rows = 3, fewest = 1000;
    if (rows.learned.size() < fewest) continue;
    const std::vector<ChoiceNode> nodes = ChoiceTreeFit(rows.learned, rows.learned.size() / rows_per_leaf, least_rows).nodes();
    const std::string identifier = std::string(name(rows.family)) + (rows.batched ? "_batched" : "_single");
    judge(rows, nodes, report);
    write_tree(trees, nodes, identifier);
    list << "    ChoiceTree{.family = GemmFamily::" << name(rows.family) << ", .other = GemmFamily::" << name(other_family(rows)) << ", .batched = " << (rows.batched ? "true" : "false") << ", .nodes = detail::trees::" << identifier << "},\n";
    ++count;
  }
  std::cout << report.str();
  if (out.empty()) return 0;
  std::ostringstream text;
  text << "#pragma once\n#include <perfmodel/kernel/choice_tree.hpp>\n\n// Which kernels cuBLAS launches. Generated: do not edit.\n"
          "//     perfmodel-fit-choices --choices devices/calibrated/raw/h200-sxm/gemm_choices.csv --out include/perfmodel/kernel/choice_trees.hpp\n"
          "// " << table.csv.rows.size() << " answers of cublasLtMatmulAlgoGetHeuristic, cuBLAS 13.1, " << table.card << ":\n";
  std::istringstream lines(report.str());
  for (std::string line; std::getline(lines, line);) text << "//   " << line << "\n";
  text << "// clang-format off\n\nnamespace perfmodel {\nnamespace detail::trees {\n"
          "constexpr ChoiceNode N(int feature, double threshold, int above) {\n"
          "  return {.feature = static_cast<std::uint8_t>(feature), .threshold = static_cast<float>(threshold), .above = static_cast<std::uint16_t>(above)};\n}\n"
          "constexpr ChoiceNode L(int tile, int split, int family, int share, int others) {\n"
          "  return {.feature = choice_leaf, .above = static_cast<std::uint16_t>(others), .tile = static_cast<std::uint8_t>(tile), .split = static_cast<std::uint8_t>(split), .family = static_cast<GemmFamily>(family), .share = static_cast<std::uint8_t>(share)};\n}\n\n"
       << trees.str() << "}  // namespace detail::trees\n\ninline constexpr std::array<ChoiceTree, " << count << "> choice_trees{\n" << list.str() << "};\n\n}  // namespace perfmodel\n// clang-format on\n";
  json::write_file(out, text.str());
  return 0;
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  return perfmodel::exit_code_of("perfmodel-fit-choices", [&] { return perfmodel::run(argc, argv); });
}
