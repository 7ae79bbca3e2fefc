/// perfmodel-fit-choices: learns which kernel cuBLAS launches for a product from its own answers
/// (cublasLtMatmulAlgoGetHeuristic: gemm_choices.csv, gemm_choices_sms.csv for other numbers of SMs,
/// gemm_choices_linear.csv with a bias in the epilogue, gemm_choices_12_4.csv of an older version), as decision trees,
/// and writes them as data/choices/cublas.json. No GPU. Three of ten shape families are never learned from:
/// perfmodel-fit-gemm judges times on them, and here they say how often the kernel is named rightly.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/convolution_choices_json.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/measurement/kernel_name.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <utility>

#include "calibrate/fit/convolution_choice_fit.hpp"
#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/gemm_choice_example.hpp"
#include "calibrate/fit/gemm_fit.hpp"
#include "calibrate/fit/gemm_priors.hpp"

namespace perfmodel {
namespace {

/// cublasLt's numbers of algorithms (CUBLASLT_ALGO_CONFIG_ID), as kernel names told them apart: on an H200 with
/// cuBLAS 13.1, the 16-bit ones of 12.4 on an H100.
enum class Algorithm : std::int64_t {
  sgemm_large_k = 10,
  gemm_skinny = 11,
  cutlass_simt = 20,
  cutlass_s1688 = 21,
  cutlass_tensor = 23,
  cutlass_wmma = 24,
  xmma_sm80_16 = 35,
  xmma_sm90_16 = 39,
  xmma_sm90 = 43,
  xmma_simt = 55,
  xmma_sm80 = 63
};
inline constexpr std::array known_algorithms{
    Algorithm::sgemm_large_k,  Algorithm::gemm_skinny,  Algorithm::cutlass_simt, Algorithm::cutlass_s1688,
    Algorithm::cutlass_tensor, Algorithm::cutlass_wmma, Algorithm::xmma_sm80_16, Algorithm::xmma_sm90_16,
    Algorithm::xmma_sm90,      Algorithm::xmma_simt,    Algorithm::xmma_sm80};

/// Parts that a kernel makes of K when told `nominal`. CUTLASS aligns them to 16 bytes, and to a cache line of 128
/// where K is a multiple of one (include/cutlass/gemm/kernel/gemm_universal.h); seen in the grids of 93 to 100 % of the
/// recorded kernels.
[[nodiscard]] std::int64_t parts_made(Algorithm algorithm, std::int64_t nominal, std::int64_t k, int bytes) {
  if (algorithm == Algorithm::gemm_skinny) return 1;
  if (nominal <= 1 || algorithm == Algorithm::xmma_simt) return std::max<std::int64_t>(1, nominal);
  constexpr std::int64_t least_large_k = 8;
  if (algorithm == Algorithm::sgemm_large_k) return std::min(nominal, ceil_div(k, least_large_k));
  const std::int64_t line = 128 / bytes, least = 16 / bytes, step = k % line == 0 ? line : least;
  return ceil_div(k, round_up(ceil_div(k, nominal), step));
}

/// Tile and pipeline by cublasLt's enumerators (cublasLtMatmulTile_t, cublasLtMatmulStages_t); those of the families
/// with trees.
[[nodiscard]] std::optional<NamedTile> named_tile(const CsvTable& csv, const CsvRow& row) {
  struct Tile {
    int id, m, n;
  };
  struct Stages {
    int id, k, count;
  };
  constexpr std::array tiles{Tile{5, 16, 16},   Tile{10, 64, 8},    Tile{11, 32, 32},   Tile{12, 32, 64},
                             Tile{13, 64, 32},  Tile{14, 32, 128},  Tile{15, 64, 64},   Tile{16, 128, 32},
                             Tile{17, 64, 128}, Tile{18, 128, 64},  Tile{19, 64, 256},  Tile{20, 128, 128},
                             Tile{21, 256, 64}, Tile{23, 128, 256}, Tile{24, 256, 128}, Tile{26, 64, 96},
                             Tile{27, 96, 64},  Tile{33, 128, 96}};
  constexpr std::array pipelines{Stages{3, 16, 3},   Stages{4, 16, 4},   Stages{5, 16, 5},   Stages{6, 16, 6},
                                 Stages{9, 32, 3},   Stages{10, 32, 4},  Stages{11, 32, 5},  Stages{12, 32, 6},
                                 Stages{26, 8, 4},   Stages{27, 16, 10}, Stages{28, 8, 5},   Stages{31, 8, 3},
                                 Stages{34, 32, 0},  Stages{7, 32, 1},   Stages{13, 64, 1},  Stages{14, 64, 2},
                                 Stages{15, 64, 3},  Stages{16, 64, 4},  Stages{17, 64, 5},  Stages{18, 64, 6},
                                 Stages{19, 128, 1}, Stages{20, 128, 2}, Stages{25, 32, 10}, Stages{35, 64, 0}};
  const auto id = [&](std::string_view column) {
    return to_integer(row.cells[csv.at(column)], csv.place(row, column), 0, 9999);
  };
  const auto tile =
      std::find_if(tiles.begin(), tiles.end(), [wanted = id("tile")](const Tile& t) { return t.id == wanted; });
  constexpr int untold = 0;  // sgemm_largek
  if (tile != tiles.end() && id("stages") == untold) return NamedTile{.m = tile->m, .n = tile->n, .k = 32};
  const auto pipeline = std::find_if(pipelines.begin(), pipelines.end(),
                                     [wanted = id("stages")](const Stages& p) { return p.id == wanted; });
  if (tile == tiles.end() || pipeline == pipelines.end()) return std::nullopt;
  return NamedTile{.m = tile->m, .n = tile->n, .k = pipeline->k, .stages = pipeline->count};
}

/// Blocks that add their parts of K serially: CUTLASS where cublasLt tells the scheme to be in place, and sm80_xmma
/// under a small workspace, which then runs no second kernel (column `reduction`, a cublasLtReductionScheme_t; where it
/// is missing: a kernel of its own).
[[nodiscard]] Reduction reduction_of(Algorithm algorithm, std::int64_t scheme) {
  constexpr std::int64_t in_place = 1, in_workspace = 2;
  const bool xmma = algorithm == Algorithm::xmma_simt || algorithm == Algorithm::xmma_sm80;
  const bool cutlass = algorithm == Algorithm::cutlass_s1688 || algorithm == Algorithm::cutlass_tensor ||
                       algorithm == Algorithm::cutlass_wmma;
  return (cutlass && scheme == in_place) || (xmma && scheme == in_workspace) ? Reduction::serial : Reduction::parallel;
}

/// The products of one family at one number of SMs.
struct TreeRows {
  GemmFamily family{};
  ProductKind kind{};
  double sms{};
  std::vector<GemmChoiceExample> learned{}, judged{};
};

/// The product of a row with the kernel chosen for it; nothing where the family's table has no such tile.
[[nodiscard]] std::optional<GemmChoiceExample> example(const CsvTable& csv, const CsvRow& row, double sms,
                                                       const FamilyRule& rule, const Gemm& g) {
  const auto cell = [&](std::string_view column) { return std::string_view(row.cells[csv.at(column)]); };
  const auto algorithm = static_cast<Algorithm>(to_integer(cell("algorithm"), csv.place(row, "algorithm"), 0, 999));
  const bool known = std::find(known_algorithms.begin(), known_algorithms.end(), algorithm) != known_algorithms.end();
  if (!known) return std::nullopt;  // kernels for skinny products, and some of few products
  const bool warp_group = algorithm == Algorithm::xmma_sm90 || algorithm == Algorithm::xmma_sm90_16;
  const GemmFamily family = rule.other && !warp_group ? *rule.other : rule.family;
  const auto named = algorithm == Algorithm::gemm_skinny
                         ? tile_from_kernel_name("gemmSN_TN_kernel<float, 128, 16, 2, 4, 4, 4>")
                         : named_tile(csv, row);
  if (!named) return std::nullopt;
  const auto tile = tile_index(gemm_priors.families[static_cast<std::size_t>(family)], *named);
  if (!tile) return std::nullopt;
  const auto tiles = tile_count(g.batch, g.n, g.m, {named->m, named->n});
  const std::int64_t told = to_integer(cell("split_k"), csv.place(row, "split_k"), -(1 << 20), 1 << 20);
  const std::int64_t parts =
      told < 0 ? std::max<std::int64_t>(1, -told / tiles) : parts_made(algorithm, told, g.k, bits(g.format) / 8);
  const auto scheme = csv.find("reduction");
  const Reduction reduction =
      scheme && parts > 1 ? reduction_of(algorithm, to_integer(row.cells[*scheme], csv.place(row, "reduction"), 0, 9))
                          : Reduction::parallel;
  return GemmChoiceExample{.features = choice_features(choice_problem(g), sms),
                           .family = family,
                           .tile = *tile,
                           .parts = static_cast<int>(parts),
                           .reduction = reduction,
                           .tiles = static_cast<double>(tiles),
                           .k = static_cast<double>(g.k),
                           .sms = sms};
}

/// Products whose times come out better with trees than with learned preferences among modelled times
/// (docs/lab/2026-11-22-cublas-choice-trees.md): FP32, not batched, aligned TF32, and aligned 16 bits of cuBLAS 12.4.
/// FP32 in batches, unaligned TF32 and newer 16 bits gained nothing. With a bias all but `nvjet`, whose tiles the table
/// does not have, and strides of 4 and 8 bytes in 16 bits (named in 71 %; 18.6 % instead of 17.5).
[[nodiscard]] bool worth_a_tree(const FamilyRule& rule, const Gemm& g) {
  if (product_kind(g) == ProductKind::with_bias)
    return rule.family != GemmFamily::hopper_wgmma && rule.family != GemmFamily::hopper_s16816;
  return rule.family == GemmFamily::hopper_tf32 || rule.family == GemmFamily::hopper_xmma ||
         (rule.family == GemmFamily::hopper_sgemm && g.batch == 1);
}

/// Adds the rows of a table. Its column `sms`, where it has one, tells for how many SMs the library was to choose
/// (CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET); otherwise for all of the card. Its column `library`, which version was asked
/// (13.1).
void add_rows(std::vector<TreeRows>& out, const CsvTable& csv, const Device& device, Epilogue epilogue) {
  constexpr LibraryVersion newest_asked = 1301;
  constexpr std::int64_t largest = 1 << 20, most_sms = 1000;
  const auto target = csv.find("sms"), version = csv.find("library");
  for (const CsvRow& row : csv.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[csv.at(column)]); };
    const auto whole = [&](std::string_view column) {
      return to_integer(cell(column), csv.place(row, column), 1, largest);
    };
    Gemm g = make_gemm(number_format_from(cell("dtype"), csv.place(row, "dtype")),
                       layout_from(cell("layout"), csv.place(row, "layout")), whole("batch"), whole("m"), whole("n"),
                       whole("k"), Operands::cold, csv.file + ':' + std::to_string(row.line));
    g.epilogue = epilogue;
    const LibraryVersion library =
        version ? library_version_from(row.cells[*version], csv.place(row, "library")) : newest_asked;
    const FamilyRule* rule = find_family_rule(device, g.format, leading_alignment(g), library);
    if (rule == nullptr || !worth_a_tree(*rule, g)) continue;
    const double sms = target ? static_cast<double>(to_integer(row.cells[*target], csv.place(row, "sms"), 1, most_sms))
                              : in(device.sms, sm);
    const auto e = example(csv, row, sms, *rule, g);
    if (!e) continue;
    auto tree = std::find_if(out.begin(), out.end(), [&](const TreeRows& t) {
      return t.family == rule->family && t.kind == product_kind(g) && t.sms == sms;
    });
    if (tree == out.end()) tree = out.insert(out.end(), {.family = rule->family, .kind = product_kind(g), .sms = sms});
    (held_out(g) ? tree->judged : tree->learned).push_back(*e);
  }
}

/// The second family that the products run in; the tree's own: none.
[[nodiscard]] GemmFamily other_family(const TreeRows& rows) {
  for (const GemmChoiceExample& e : rows.learned)
    if (e.family != rows.family) return e.family;
  return rows.family;
}

/// One tree for each family and number of SMs with enough products.
[[nodiscard]] std::vector<GemmChoiceTree> learn(const std::vector<TreeRows>& all) {
  constexpr std::size_t rows_per_leaf = 33, least_rows = 3, fewest = 1000;
  std::vector<GemmChoiceTree> out;
  for (const TreeRows& rows : all)
    if (rows.learned.size() >= fewest)
      out.push_back({.family = rows.family,
                     .other = other_family(rows),
                     .kind = rows.kind,
                     .sms = rows.sms,
                     .nodes = learn_gemm_tree(rows.learned, rows.learned.size() / rows_per_leaf, least_rows)});
  return out;
}

/// How often the tree that would answer for these SMs names the kernel, and the kernel and its split within a tenth, of
/// products that it was not learned from.
/// @returns one sentence; nothing where no tree would answer or no product judges
[[nodiscard]] std::string judged(const TreeRows& rows, const std::vector<GemmChoiceTree>& trees) {
  const GemmChoiceTree* tree = nearest_tree(trees, rows.family, rows.kind, rows.sms);
  if (tree == nullptr) return {};
  const bool own = tree->sms == rows.sms;
  std::vector<GemmChoiceExample> examples = rows.judged;
  if (!own) examples.insert(examples.end(), rows.learned.begin(), rows.learned.end());
  if (examples.empty()) return {};
  double tile = 0.0, both = 0.0;
  for (const GemmChoiceExample& e : examples) {
    const NamedKernel kernel = kernel_of(choice_of(tree->nodes, e.features).front().candidate);
    if (kernel.family != e.family || kernel.tile != e.tile) continue;
    tile += 1.0;
    const double parts = parts_of(split_rules[kernel.split], e.tiles, e.k, e.sms);
    both += std::abs(std::log(parts / e.parts)) < 0.1 ? 1.0 : 0.0;
  }
  const double n = static_cast<double>(examples.size());
  char learned[80], line[240];
  if (own) {
    const auto first_kernels = std::count_if(tree->nodes.begin(), tree->nodes.end(),
                                             [](const ChoiceNode& node) { return node.feature != choice_leaf; }) +
                               1;
    std::snprintf(learned, sizeof learned, "learned from %zu products, %td leaves", rows.learned.size(), first_kernels);
  } else {
    std::snprintf(learned, sizeof learned, "the tree of %.0f SMs", tree->sms);
  }
  std::snprintf(line, sizeof line,
                "%s, %s, %.0f SMs: %s; of %zu others the tile named in %.0f %%, tile and split in %.0f %%",
                std::string(name(rows.family)).c_str(), std::string(name(rows.kind)).c_str(), rows.sms, learned,
                examples.size(), 100.0 * tile / n, 100.0 * both / n);
  return line;
}

/// A table of answers, whole.
[[nodiscard]] RawTable read_answers(const std::filesystem::path& path) {
  return parse_raw(json::read_file(path, {.bytes = std::size_t{1} << 28}), path.string(), path.stem().string());
}

/// A table of cuDNN's answers to draws, and the trees that it teaches. Which engines they name stands beside it.
struct AskedConvolutions {
  ConvolutionDraws draws{};
  std::filesystem::path answers{};
  const char* engines{};

  [[nodiscard]] std::filesystem::path engines_file() const { return answers.parent_path() / engines; }
};

/// What cuDNN said, and the SMs of the card that was asked.
struct ConvolutionAnswers {
  std::vector<ConvolutionAnswer> list{};
  double sms{};
};
[[nodiscard]] ConvolutionAnswers answers_to(const AskedConvolutions& asked) {
  const RawTable table = read_answers(asked.answers), known = read_answers(asked.engines_file());
  const double sms = in(json::load_device(table.card).device.sms, sm);
  return {.list = drawn_answers(table.csv, known.csv, sms), .sms = sms};
}

/// Leaves what trees of some draws learn from, with what answers to all draws say of the like.
void narrow(std::vector<ConvolutionAnswer>& answers, const std::vector<ConvolutionAnswer>& all,
            ConvolutionDraws draws) {
  if (draws == ConvolutionDraws::all) return;
  if (draws == ConvolutionDraws::signals) {  // groups teach as well, though these trees are not asked about them
    std::erase_if(answers, [](const ConvolutionAnswer& a) {
      Convolution c = a.convolution;
      c.groups = 1;
      return !is_signal(c);
    });
    return;
  }
  std::copy_if(all.begin(), all.end(), std::back_inserter(answers),
               [draws](const ConvolutionAnswer& a) { return draws_like(a.convolution) == draws; });
}

/// Trees of convolutions, and how good they are. @pre the first table is of all draws
void fit_convolutions(const std::vector<AskedConvolutions>& tables, const FitOutput& output) {
  std::vector<std::filesystem::path> files;
  for (const AskedConvolutions& asked : tables) files.insert(files.end(), {asked.answers, asked.engines_file()});
  json::Provenance provenance = fit_provenance("perfmodel-fit-choices", files);
  std::vector<ConvolutionChoiceTree> trees;
  std::vector<ConvolutionAnswer> all;
  for (const AskedConvolutions& asked : tables) {
    auto [answers, sms] = answers_to(asked);
    provenance.rows[input_name(asked.answers) + ": answers of cuDNN 9.19's heuristics"] =
        static_cast<std::int64_t>(answers.size());
    narrow(answers, all, asked.draws);
    for (ConvolutionChoiceTree& tree : learn_convolution_trees(answers, sms, asked.draws)) {
      provenance.notes.push_back(judged(tree, answers));
      trees.push_back(std::move(tree));
    }
    if (asked.draws == ConvolutionDraws::all) all = std::move(answers);
  }
  for (const auto& [input, count] : provenance.rows) std::cout << count << " rows of " << input << "\n";
  for (const std::string& note : provenance.notes) std::cout << note << "\n";
  if (!output.data.empty())
    write_fitted(output, "choices/cudnn.json", json::convolution_choices_text(trees, provenance));
}

void fit(const std::vector<std::string>& files, const FitOutput& output) {
  std::vector<TreeRows> rows;
  json::Provenance provenance = fit_provenance("perfmodel-fit-choices", {files.begin(), files.end()});
  for (const std::string& file : files) {
    const RawTable table = read_answers(file);
    add_rows(rows, table.csv, json::load_device(table.card).device,
             table.table == "gemm_choices_linear" ? Epilogue::bias : Epilogue::none);
    const auto version = table.csv.find("library");
    const std::string asked = version && !table.csv.rows.empty() ? table.csv.rows.front().cells[*version] : "13.1";
    provenance.rows[input_name(file) + ": answers of cublasLtMatmulAlgoGetHeuristic, cuBLAS " + asked] =
        static_cast<std::int64_t>(table.csv.rows.size());
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TreeRows& a, const TreeRows& b) { return a.sms > b.sms; });
  const std::vector<GemmChoiceTree> trees = learn(rows);
  for (const TreeRows& r : rows)
    if (const std::string sentence = judged(r, trees); !sentence.empty()) provenance.notes.push_back(sentence);
  for (const auto& [input, count] : provenance.rows) std::cout << count << " rows of " << input << "\n";
  for (const std::string& note : provenance.notes) std::cout << note << "\n";
  if (!output.data.empty()) write_fitted(output, "choices/cublas.json", json::choices_text(trees, provenance));
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{
      "learns decision trees of the kernels that cuBLAS and cuDNN launch, from their own answers; no GPU needed"};
  std::vector<std::string> files{"data/raw/h200-sxm/gemm_choices.csv", "data/raw/h200-sxm/gemm_choices_sms.csv",
                                 "data/raw/h200-sxm/gemm_choices_linear.csv",
                                 "data/raw/h100-sxm5-80gb/gemm_choices_12_4.csv"};
  perfmodel::FitOutput output;
  app.add_option("--choices", files, "raw tables of answers")->capture_default_str();
  using perfmodel::ConvolutionDraws;
  std::vector<perfmodel::AskedConvolutions> tables{
      {ConvolutionDraws::all, "data/raw/h100-sxm5-80gb/convolution_choices.csv", "convolution_engines.csv"},
      {ConvolutionDraws::signals, "data/raw/h100-sxm5-80gb/signal_choices.csv", "signal_engines.csv"},
      {ConvolutionDraws::groups, "data/raw/h100-sxm5-80gb/group_choices.csv", "group_engines.csv"},
      {ConvolutionDraws::depthwise, "data/raw/h100-sxm5-80gb/depthwise_choices.csv", "depthwise_engines.csv"}};
  constexpr std::array options{std::pair{"--convolutions", "raw table of cuDNN's answers"},
                               std::pair{"--signals", "the same of convolutions over one dimension"},
                               std::pair{"--groups", "the same of convolutions in groups of several channels"},
                               std::pair{"--depthwise", "the same of one channel a group"}};
  for (std::size_t i = 0; i < options.size(); ++i)
    app.add_option(options[i].first, tables[i].answers, options[i].second)->capture_default_str();
  std::string library;
  app.add_option("--library", library, "cublas or cudnn alone")->check(CLI::IsMember({"cublas", "cudnn"}));
  perfmodel::add_output(app, output);
  return perfmodel::run_program("perfmodel-fit-choices", app, argc, argv, [&] {
    if (library != "cudnn") perfmodel::fit(files, output);
    if (library != "cublas") perfmodel::fit_convolutions(tables, output);
  });
}
