#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <perfmodel/json/catalogue.hpp>

#include "calibrate/fit/attention_fit.hpp"
#include "calibrate/fit/attention_priors.hpp"
#include "calibrate/fit/collective_fit.hpp"
#include "calibrate/fit/convolution_fit.hpp"
#include "calibrate/fit/convolution_priors.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/streaming_fit.hpp"
#include "calibrate/fit/streaming_priors.hpp"

namespace calibrate_fit_operation_fits_test {
using namespace perfmodel;

// A fit given times that the model itself has made from other constants must bring those constants back.

TEST_CASE("fit_collectives() recovers share, hop and start") {
  constexpr auto nvlink = static_cast<std::size_t>(Link::nvlink), pcie = static_cast<std::size_t>(Link::pcie);
  CollectiveTable truth = collective_priors;
  truth[nvlink].share = 0.6, truth[nvlink].hop_seconds = 2e-6, truth[nvlink].start_seconds = 20e-6;
  std::vector<CollectiveFitRow> rows;
  for (const std::int64_t gpus : {2, 4, 8})
    for (double bytes = 1e3; bytes < 1e10; bytes *= 4.0) {
      rows.push_back({.link = Link::nvlink, .bandwidth = 300e9, .collective = {.gpus = gpus, .size = bytes * byte}});
      rows.back().seconds = expected_seconds(rows.back(), truth);
    }
  const CollectiveTable fitted = fit_collectives(collective_priors, rows);
  CHECK(std::abs(fitted[nvlink].share / 0.6 - 1.0) < 0.05);  // the prior's pull; eleven more constants move along
  CHECK(std::abs(fitted[nvlink].hop_seconds / 2e-6 - 1.0) < 0.2);
  CHECK(std::abs(fitted[nvlink].start_seconds / 20e-6 - 1.0) < 0.1);
  CHECK(fitted[pcie].share == collective_priors[pcie].share);  // no rows, no change
}

TEST_CASE("fit_streaming() recovers a memory's share from long elementwise kernels, and held-out rows have no say") {
  const Device a100 = json::load_device("a100-pcie-40gb").device;
  StreamingTable truth = streaming_priors;
  const std::size_t row = memory_row(a100, truth);
  truth.memories[row].share = 0.8;
  std::vector<StreamingFitRow> rows;
  for (double elements = 2e7; elements < 1e9; elements *= 1.5) {
    const Streaming s{.columns = static_cast<std::int64_t>(elements),
                      .read = 4.0 * elements * byte,
                      .written = 4.0 * elements * byte};
    rows.push_back({.kernels = {s}, .device = a100, .operation = "relu"});
    rows.back().seconds = expected_seconds(rows.back(), truth);
    rows.push_back(rows.back());
    rows.back().held_out = true;
    rows.back().seconds *= 3.0;
  }
  const StreamingTable fitted = fit_streaming(streaming_priors, rows);
  const StreamingModel right = make_streaming_model(a100, truth), found = make_streaming_model(a100, fitted);
  CHECK(std::abs(found.copy_bandwidth() / right.copy_bandwidth() - 1.0) < 0.02);
  CHECK(fit_streaming(streaming_priors, rows, a100.name).memories[row].share == streaming_priors.memories[row].share);
}

TEST_CASE("fit_convolutions() recovers a factor of a method") {
  const Device device = json::load_device("a100-sxm4-80gb").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  ConvolutionTable truth = convolution_priors;
  truth.factor[1][static_cast<std::size_t>(ConvolutionMethod::implicit)][0] = 1.6;
  std::vector<ConvolutionFitRow> rows;
  for (const std::int64_t channels : {64, 128, 256, 512})
    for (const std::int64_t size : {14, 28, 56}) {
      const Convolution c{.format = NumberFormat::bf16,
                          .memory_format = MemoryFormat::nhwc,
                          .n = 64,
                          .c = channels,
                          .h = size,
                          .w = size,
                          .k = channels,
                          .r = 3,
                          .s = 3,
                          .pad_h = 1,
                          .pad_w = 1};
      const ConvolutionParts parts = convolution_parts(c, gemm, streaming, convolution_priors.blocks);
      rows.push_back({.convolution = c, .parts = parts, .guessed = parts, .device = device.name});
      rows.back().seconds = expected_seconds(rows.back(), truth);
    }
  const ConvolutionTable fitted = fit_convolutions(convolution_priors, rows);
  for (const ConvolutionFitRow& r : rows) CHECK(std::abs(expected_seconds(r, fitted) / r.seconds - 1.0) < 0.05);
  CHECK(std::abs(fitted.factor[1][static_cast<std::size_t>(ConvolutionMethod::implicit)][0] / 1.6 - 1.0) < 0.15);
}

TEST_CASE("fit_attention() recovers the efficiency of a head size") {
  const AttentionModel model = make_attention_model(json::load_device("h100-sxm5-80gb").device, attention_priors);
  AttentionTable truth = attention_priors;
  truth[static_cast<std::size_t>(AttentionFamily::warp_group)].efficiency[1] = 0.5;
  std::vector<AttentionFitRow> rows;
  for (const std::int64_t length : {512, 1024, 2048, 4096, 8192}) {
    const Attention a{.format = NumberFormat::bf16,
                      .batch = 4,
                      .heads = 16,
                      .key_heads = 16,
                      .queries = length,
                      .keys = length,
                      .head_size = 128};
    rows.push_back({.attention = a, .parts = attention_parts(a, model), .model = &model});
    rows.back().seconds = expected_seconds(rows.back(), truth);
  }
  const AttentionTable fitted = fit_attention(attention_priors, rows);
  CHECK(std::abs(fitted[static_cast<std::size_t>(AttentionFamily::warp_group)].efficiency[1] / 0.5 - 1.0) < 0.05);
}

TEST_CASE("error_bar() holds nine tenths of the residuals it was made of, and borrows where there are few") {
  std::vector<double> residuals(101);
  for (std::size_t i = 0; i < residuals.size(); ++i) residuals[i] = 0.5 + 0.01 * static_cast<double>(i);
  const ErrorBar bar = error_bar(residuals, {}, 1.0);
  CHECK(std::abs(bar.low - 0.55) < 1e-12);
  CHECK(std::abs(bar.high - 1.45) < 1e-12);
  CHECK(error_bar({1.0, 1.0}, residuals, 1.0).high > 1.3);
  CHECK(error_bar({}, {}, 1.0).low == 0.5);  // nothing known
}
}  // namespace calibrate_fit_operation_fits_test
