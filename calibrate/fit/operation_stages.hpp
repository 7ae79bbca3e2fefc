#pragma once
/// The parts of perfmodel-fit-operations, each with what its fit has not seen as its judge.
#include <cstdio>
#include <filesystem>
#include <perfmodel/measurement/statistics.hpp>
#include <string>
#include <utility>
#include <vector>

#include "calibrate/fit/attention_fit.hpp"
#include "calibrate/fit/convolution_fit.hpp"
#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/operation_data.hpp"

namespace perfmodel::operation_stages {

struct Arguments {
  std::filesystem::path data{"../shared/data"}, raw{"data/raw"};
  FitOutput output{};
};

/// What a table of these operations was made from, and notes on it.
[[nodiscard]] inline json::Provenance provenance(const std::vector<std::filesystem::path>& files,
                                                 std::vector<std::string> notes) {
  json::Provenance out = fit_provenance("perfmodel-fit-operations", files);
  out.notes = std::move(notes);
  return out;
}

inline void print(const std::string& title, const std::vector<double>& ratios) {
  const ErrorStatistics e = error_statistics(ratios);
  if (e.count > 0)
    std::printf("%-58s n %5zu  mean %5.1f %%  median %5.1f %%  p90 %5.1f %%  bias %+5.1f %%\n", title.c_str(), e.count,
                100 * e.mean, 100 * e.median, 100 * e.p90, 100 * e.bias);
}

/// Each fits its constants, prints how far they lie from what they have not seen, and writes them where --output asks.
[[nodiscard]] StreamingTable fit_streaming_kernels(const Arguments& arguments, const OperationData& data);
/// The older cards by leaving one out, the H200 by leaving out a third of the layers, the H100 as it comes.
[[nodiscard]] ConvolutionTables fit_convolution_kernels(const Arguments& arguments, const OperationData& data);
/// Forward attention of the H200; the H100 judges. The backward rows time FlashAttention-2's kernel, which frameworks
/// do not launch on these cards, so that they fit nothing here.
[[nodiscard]] AttentionTable fit_attention_kernels(const Arguments& arguments);
void fit_collectives(const Arguments& arguments);

}  // namespace perfmodel::operation_stages
