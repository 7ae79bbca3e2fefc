#pragma once
/// Rows of the fit of convolutions: shapes called from PyTorch, single ones drawn at random, and those of which the
/// library said what it runs.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrate/fit/convolution_kernel_fit.hpp"
#include "calibrate/fit/operation_stages.hpp"
#include "calibrate/fit/random_streaming_rows.hpp"

namespace perfmodel::operation_stages {

/// Shapes of the H200, each called once from PyTorch and timed by kernel. Kernels of Fourier engines in many positions
/// overlap in streams, so that the sum of their times says nothing; they are left out, as are grouped layers in FP32.
[[nodiscard]] inline std::vector<ConvolutionFitRow> pytorch_rows(const Arguments& arguments, const std::string& file) {
  const std::filesystem::path path = arguments.raw / "h200-sxm" / file;
  std::vector<ConvolutionFitRow> out;
  if (!std::filesystem::exists(path)) return out;
  constexpr double most_kernels = 9.0;
  const CsvTable rows = parse_raw(json::read_file(path), path.string(), "pytorch_convolution_kernels").csv;
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  for (const CsvRow& row : rows.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[rows.at(column)]); };
    const Convolution c = convolution_from(rows, row);
    const bool grouped_fp32 = c.groups > 1 && c.groups < c.c && c.format == NumberFormat::fp32;
    if (grouped_fp32 || to_positive(cell("kernels"), rows.place(row, "kernels")) > most_kernels) continue;
    out.push_back(convolution_fit_row(c, gemm, streaming, convolution_tables()[1]));
    out.back().device = device.name;
    out.back().seconds = 1e-6 * to_positive(cell("device_us"), rows.place(row, "device_us"));
    for (ConvolutionParts* parts : {&out.back().parts, &out.back().guessed}) set_kernels_alone(*parts, streaming);
  }
  return out;
}

/// Single convolutions of random sizes that ran an implicit product on tensor cores, of seeds that may teach. Short
/// ones alone: they tell what a kernel takes beside its product, which networks' layers hardly show.
[[nodiscard]] inline std::vector<ConvolutionFitRow> short_random_rows(const Arguments& arguments) {
  constexpr double longest = 25e-6;
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  std::vector<ConvolutionFitRow> out;
  for (const RandomOperation& r : random_operations(arguments.raw, "h200-sxm")) {
    const OperationMeasurement& m = r.measurement;
    const auto* c = m.operations.size() == 1 ? std::get_if<Convolution>(&m.operations[0]) : nullptr;
    if (c == nullptr || m.seconds > longest || random_rows(r) != RandomRows::fitted || m.operands != Operands::warm)
      continue;
    const bool implicit = std::any_of(r.kernels.begin(), r.kernels.end(), [](const TimedKernel& k) {
      return k.name.find("implicit_gemm") != std::string::npos || k.name.find("cutlass__5x") != std::string::npos;
    });
    ConvolutionFitRow row = convolution_fit_row(*c, gemm, streaming, convolution_tables()[1]);
    row.device = device.name, row.seconds = m.seconds, row.teaches_padding = true;
    if (!implicit || row.guessed.unit == 0 || row.guessed.method != ConvolutionMethod::implicit) continue;
    row.parts.launch = row.parts.gap = row.guessed.launch = row.guessed.gap = 0.0;
    out.push_back(std::move(row));
  }
  return out;
}

/// Convolutions of which the library said what it runs: single ones, and the layers of the other tables (nothing where
/// it was not asked, or where another formula prices the kernel).
struct KernelRows {
  std::vector<KernelRow> single{};
  std::vector<std::optional<KernelRow>> layers{};
};
[[nodiscard]] inline KernelRows asked_rows(const Arguments& arguments, const std::vector<ConvolutionFitRow>& rows) {
  const std::filesystem::path file = arguments.raw / "h100-sxm5-80gb" / "convolution_choices_measured.csv";
  KernelRows out{.layers = std::vector<std::optional<KernelRow>>(rows.size())};
  if (!std::filesystem::exists(file)) return out;
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  const RawTable asked =
      parse_raw(json::read_file(file, {.bytes = std::size_t{1} << 26}), file.string(), "convolution_choices_measured");
  const KnownChoices known = known_choices(measured_answers(asked.csv, in(device.sms, sm)));
  out.single = kernel_rows(random_operations(arguments.raw, "h200-sxm"), known, gemm, streaming);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = known.find(detail::shape_key(rows[i].convolution));
    if (rows[i].device != device.name || found == known.end() || !is_tiled(found->second.kernel)) continue;
    KernelRow row{.convolution = rows[i].convolution,
                  .choice = found->second,
                  .parts = detail::chosen_parts(rows[i].convolution, found->second, gemm, streaming,
                                                convolution_engine_priors.blocks),
                  .seconds = rows[i].seconds};
    row.parts.launch = rows[i].parts.launch, row.parts.gap = rows[i].parts.gap;
    if (row.parts.tiled) out.layers[i] = std::move(row);
  }
  return out;
}

}  // namespace perfmodel::operation_stages
