/// perfmodel-fit-operations: fits the constants of streaming kernels, convolutions and collectives to public data and
/// to raw measurements of our own cards, and judges them on what the fit has not seen. No GPU. See
/// docs/reference/accuracy.md.
#include <iostream>

#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/operation_stages.hpp"
#include "calibrate/fit/random_operation_judge.hpp"
#include "calibrate/fit/streaming_priors.hpp"

namespace perfmodel {
namespace {

using namespace operation_stages;

void run(const Arguments& arguments, const std::string& predictions) {
  const OperationData data = load_operations(arguments.data, arguments.raw,
                                             streaming_priors.launch_seconds + streaming_priors.latency_seconds);
  const StreamingTable streaming = fit_streaming_kernels(arguments, data);
  const ConvolutionTables convolution = fit_convolution_kernels(arguments, data);
  const AttentionTable attention = fit_attention_kernels(arguments);
  fit_collectives(arguments);
  judge_random_operations(arguments.raw, streaming, convolution, attention, predictions);
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{
      "fits the constants of streaming kernels, convolutions, attention and collectives, and judges them on rows that "
      "the fit has not seen; no GPU needed"};
  perfmodel::operation_stages::Arguments arguments;
  app.add_option("--data", arguments.data, "folder of the public measurements (ops_fp32.csv, all_reduce.csv)")
      ->capture_default_str();
  app.add_option("--raw", arguments.raw, "folder of raw measurements, one folder a card")->capture_default_str();
  std::string predictions;
  app.add_option("--predictions", predictions,
                 "CSV file to write: each random operation's measured and predicted time");
  perfmodel::add_output(app, arguments.output);
  return perfmodel::run_program("perfmodel-fit-operations", app, argc, argv,
                                [&] { perfmodel::run(arguments, predictions); });
}
