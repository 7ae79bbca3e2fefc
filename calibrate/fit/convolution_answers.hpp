#pragma once
/// What cuDNN's heuristics said they would run (data/raw/*/convolution_choices*.csv), in the model's words.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/pricing/convolution/grouped.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <perfmodel/pricing/convolution/tiled.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/fit/choice_tree_fit.hpp"
#include "calibrate/measure/convolution_draw.hpp"

namespace perfmodel {

/// One answer.
struct ConvolutionAnswer {
  Convolution convolution{};
  ConvolutionChoice choice{};          ///< its split: the rule that comes nearest to `parts`
  double parts{1.0};                   ///< of the sums
  std::vector<float> split_credits{};  ///< by split rule: how nearly it gives the parts, 0 to 1
  std::int64_t seed{};
};

namespace detail {
/// cuDNN 9.19's engines: the kernels that ran where an engine was answered, by name (18,000 convolutions of
/// data/raw/h200-sxm; docs/lab/2026-11-25-cudnn-choices.md).
[[nodiscard]] inline std::optional<ConvolutionKernel> kernel_of_engine(ConvolutionPass pass, std::int64_t engine,
                                                                       NumberFormat format) {
  using enum ConvolutionKernel;
  static const std::map<std::int64_t, ConvolutionKernel> forward{
      {0, direct},   {1, simt_forward}, {3, fourier},   {5, own},          {6, winograd}, {22, mma},
      {23, mma},     {27, analytic},    {28, gathered}, {35, analytic},    {38, mma},     {41, mma},
      {45, cutlass}, {46, cutlass},     {47, unstaged}, {48, unstaged},    {57, own},     {58, library_product},
      {62, wgmma},   {63, own},         {67, wgmma},    {70, simt_forward}};
  static const std::map<std::int64_t, ConvolutionKernel> input{
      {0, direct},           {1, simt_gradient}, {2, simt_first}, {3, gathered},  {6, own},       {22, mma},
      {25, simt_columns},    {28, mma},          {40, indexed},   {43, indexed},  {46, indexed},  {50, fourier},
      {56, indexed},         {57, cutlass},      {58, cutlass},   {59, analytic}, {60, analytic}, {62, own},
      {63, library_product}, {64, phased},       {65, phased},    {67, wgmma},    {71, wgmma},    {73, wgmma_indexed},
      {74, simt_gradient},   {76, wgmma_indexed}};
  static const std::map<std::int64_t, ConvolutionKernel> weights{
      {0, direct},        {1, simt_first}, {9, indexed},          {10, indexed},      {16, own},
      {17, winograd},     {18, fourier},   {19, shared_memory},   {20, simt_weights}, {23, indexed},
      {30, indexed},      {33, cutlass},   {34, cutlass},         {37, unstaged},     {39, unstaged},
      {40, unstaged},     {45, reduced},   {47, reduced},         {48, reduced},      {49, cutlass},
      {50, cutlass},      {61, own},       {62, library_product}, {63, own},          {65, wgmma},
      {67, simt_indexed}, {68, wgmma}};
  const auto& engines = pass == ConvolutionPass::forward          ? forward
                        : pass == ConvolutionPass::input_gradient ? input
                                                                  : weights;
  const auto found = engines.find(engine);
  if (found == engines.end()) return std::nullopt;
  if (pass == ConvolutionPass::forward && engine == 1 && bits(format) == 16) return gathered;
  return found->second;
}

/// Knobs of an answer, "2=5:13=1": cudnnBackendKnobType_t and value.
[[nodiscard]] inline std::map<int, int> knobs_of(std::string_view text) {
  std::map<int, int> out;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(':'));
    const std::size_t cut = word.find('=');
    int type = 0, value = 0;
    if (cut != std::string_view::npos) {
      std::from_chars(word.data(), word.data() + cut, type);
      std::from_chars(word.data() + cut + 1, word.data() + word.size(), value);
      out[type] = value;
    }
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out;
}

/// The tile that the knobs name (CUDNN_KNOB_TYPE_TILE_SIZE, _TILEK, _KBLOCK), as the kernels' names say it.
[[nodiscard]] inline ConvolutionTile tile_of_knobs(const std::map<int, int>& knobs) {
  constexpr int size = 2, block = 5, step = 13;
  static const std::map<int, std::array<int, 2>> sides{
      {0, {128, 128}}, {1, {128, 64}},  {2, {128, 32}},   {3, {256, 128}}, {4, {256, 64}}, {5, {64, 64}},
      {6, {128, 256}}, {7, {64, 128}},  {8, {64, 32}},    {9, {64, 256}},  {12, {32, 32}}, {15, {128, 16}},
      {16, {256, 32}}, {18, {64, 192}}, {19, {128, 192}}, {20, {256, 96}}};
  const auto value = [&](int type) {
    const auto at = knobs.find(type);
    return at == knobs.end() ? -1 : at->second;
  };
  const auto found = sides.find(value(size));
  if (found == sides.end()) return {};
  const int k = value(step) == 0    ? 32
                : value(step) == 1  ? 64
                : value(step) == 2  ? 16
                : value(block) == 2 ? 16
                : value(block) == 3 ? 32
                : value(block) == 4 ? 64
                                    : 8;
  return {found->second[0], found->second[1], k};
}

/// Into how many parts the sums are cut (CUDNN_KNOB_TYPE_SPLIT_K, _SPLIT_K_SLC); nothing where no knob says it.
[[nodiscard]] inline std::optional<double> parts_of_knobs(const std::map<int, int>& knobs) {
  for (const int type : {0, 17})
    if (const auto at = knobs.find(type); at != knobs.end()) return std::max(1, at->second);
  return std::nullopt;
}
}  // namespace detail

/// What a kernel that is_tiled() works on at once.
[[nodiscard]] constexpr Convolution at_once(const Convolution& c, ConvolutionKernel kernel) {
  return c.groups > 1 && route_of(kernel) == ConvolutionRoute::apart ? one_group(c) : c;
}

/// By split rule: how nearly it gives the parts that were answered, 0 to 1. Of kernels without a knob `wgmma` fills one
/// wave in weight gradients (times); others split nothing.
[[nodiscard]] inline std::vector<float> split_credits(const ConvolutionAnswer& a, bool known, double sms) {
  std::vector<float> out(convolution_splits.size(), 0.0F);
  constexpr std::size_t none = 0, one_wave = 6;
  if (!is_tiled(a.choice.kernel) || !known) {
    const bool weights =
        a.choice.kernel == ConvolutionKernel::wgmma && a.convolution.pass == ConvolutionPass::weight_gradient;
    out[weights ? one_wave : none] = 1.0F;
    return out;
  }
  const TiledProblem p = tiled_problem(at_once(a.convolution, a.choice.kernel), a.choice);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<float>(std::exp(-std::abs(std::log(parts_of(i, p.blocks, p.steps, sms) / a.parts))));
  return out;
}

/// An answer in the model's words; nothing where it has none for the engine.
[[nodiscard]] inline std::optional<ConvolutionAnswer> answer_of(const Convolution& asked, std::int64_t engine,
                                                                std::string_view words, std::optional<double> parts,
                                                                double sms) {
  const auto kernel = detail::kernel_of_engine(asked.pass, engine, asked.format);
  if (!kernel) return std::nullopt;
  ConvolutionAnswer a{.convolution = as_images(asked), .choice = {.kernel = *kernel}};
  const std::map<int, int> knobs = detail::knobs_of(words);
  if (is_tiled(*kernel) || *kernel == ConvolutionKernel::simt_forward)
    a.choice.tile = static_cast<std::uint8_t>(index_of(detail::tile_of_knobs(knobs)));
  if (!parts) parts = detail::parts_of_knobs(knobs);
  a.parts = parts.value_or(1.0);
  a.split_credits = split_credits(a, parts.has_value(), sms);
  a.choice.split = static_cast<std::uint8_t>(std::max_element(a.split_credits.begin(), a.split_credits.end()) -
                                             a.split_credits.begin());
  return a;
}

/// Answers to convolutions that were measured: shapes beside them.
[[nodiscard]] inline std::vector<ConvolutionAnswer> measured_answers(const CsvTable& csv, double sms) {
  constexpr std::int64_t most_engines = 1000;
  std::vector<ConvolutionAnswer> out;
  for (const CsvRow& row : csv.rows) {
    const std::int64_t engine = to_integer(row.cells[csv.at("engine")], csv.place(row, "engine"), 0, most_engines);
    if (auto a = answer_of(convolution_from(csv, row), engine, row.cells[csv.at("knobs")], std::nullopt, sms))
      out.push_back(std::move(*a));
  }
  return out;
}

/// Answers to the draws of drawn_convolution(): row by row those from a number on, each as the number of an engine in
/// the table `engines`, with /parts where it cuts the sums.
[[nodiscard]] inline std::vector<ConvolutionAnswer> drawn_answers(const CsvTable& csv, const CsvTable& engines,
                                                                  double sms) {
  struct Engine {
    ConvolutionPass pass{};
    std::int64_t number{};
    std::string_view knobs{};
  };
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  std::vector<Engine> known;
  for (const CsvRow& row : engines.rows)
    known.push_back({.pass = convolution_pass_from(row.cells[engines.at("pass")], engines.place(row, "pass")),
                     .number = to_integer(row.cells[engines.at("engine")], engines.place(row, "engine"), 0, 1000),
                     .knobs = row.cells[engines.at("knobs")]});
  std::vector<ConvolutionAnswer> out;
  for (const CsvRow& row : csv.rows) {
    const std::string place = csv.place(row, "answers");
    auto number =
        static_cast<std::uint64_t>(to_integer(row.cells[csv.at("first")], csv.place(row, "first"), 0, largest));
    for (std::string_view text = row.cells[csv.at("answers")]; !text.empty(); ++number) {
      const std::string_view word = text.substr(0, text.find(' ')), engine = word.substr(0, word.find('/'));
      text.remove_prefix(std::min(text.size(), word.size() + 1));
      if (engine == "-") continue;
      const auto at =
          static_cast<std::size_t>(to_integer(engine, place, 0, static_cast<std::int64_t>(known.size()) - 1));
      std::optional<double> parts;
      if (engine.size() < word.size())
        parts = static_cast<double>(to_integer(word.substr(engine.size() + 1), place, 1, largest));
      const Convolution c = drawn_convolution(number).convolution;
      if (c.pass != known[at].pass)
        throw bad_input(place, std::string(word), "must be an engine of the pass that was drawn");
      if (auto a = answer_of(c, known[at].number, known[at].knobs, parts, sms)) {
        a->seed = static_cast<std::int64_t>(number);
        out.push_back(std::move(*a));
      }
    }
  }
  return out;
}

}  // namespace perfmodel
