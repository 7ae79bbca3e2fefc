// "NN Performance optimization: How to achieve more with less cost" (Molchanov): Table 1, examples of operations with
// their arithmetic intensities (FP16, V100), and the slide "GPU memory".
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/layer/layer.hpp>
#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>

namespace documents_nn_optimization_layers_test {
using namespace perfmodel;

namespace {
struct Row {
  const char* operation;
  LayerKind layer;
  Shape input;
  double low, high;  ///< FLOP/B: the printed value and half a unit of its last digit, or the printed bound
  bool math_limited;
};
}  // namespace

TEST_CASE("the operation table: intensities and what limits them on V100") {
  // V100's ridge point with FP16 tensor cores, as the document prints it.
  constexpr double ridge = 138.9;
  const Pooling pooling{.window_h = 3, .window_w = 3, .stride_h = 1, .stride_w = 1, .pad_h = 1, .pad_w = 1};
  for (const Row& row :
       {Row{"linear, batch 512",
            Linear{.inputs = 1024, .outputs = 4096, .bias = false},
            {512, 1024},
            314.5,
            315.5,
            true},
        Row{"linear, batch 1", Linear{.inputs = 1024, .outputs = 4096, .bias = false}, {1, 1024}, 0.5, 1.5, false},
        Row{"max pooling 3x3, stride 1", pooling, {32, 64, 56, 56}, 2.245, 2.255, false},
        Row{"ReLU", Activation{}, {512, 4096}, 0.245, 0.255, false},
        Row{"layer normalization", LayerNorm{1024}, {512, 1024}, 0.0, 10.0, false}}) {
    CAPTURE(row.operation);
    const double intensity_found =
        in(intensity(row.layer, InputShapes(&row.input, 1), NumberFormat::fp16), flop / byte);
    CHECK(intensity_found >= row.low);
    CHECK(intensity_found <= row.high);
    CHECK((intensity_found > ridge) == row.math_limited);
  }
}

TEST_CASE("memory per parameter: weights, optimizer state, gradients") {
  const auto bytes_of = [](NumberFormat f) { return in(element_size(f), byte); };
  const PrecisionPolicy fp32 = policy(Precision::fp32), amp = policy(Precision::amp_fp16);
  CHECK(bytes_of(fp32.weights) == 4.0);
  CHECK(bytes_of(amp.weights) + bytes_of(amp.compute) == 6.0);  // an FP32 and an FP16 copy
  CHECK(in(state_per_parameter(Optimizer::adamw, fp32.state), byte) == 8.0);
  CHECK(in(state_per_parameter(Optimizer::adam8bit, fp32.state), byte) == 2.0);
  CHECK(in(state_per_parameter(Optimizer::momentum, fp32.state), byte) == 4.0);
  CHECK(bytes_of(fp32.gradients) == 4.0);
  CHECK(bytes_of(amp.gradients) == 4.0);  // gradients are always kept in FP32
}

// Slide "Convolutions", Figure 8: A100-SXM4-80GB, cuDNN 8.1, NHWC. The oldest software that is modelled has cuDNN 8.5.
TEST_CASE("choosing four input channels or a multiple of 8 gives best performance") {
  const KernelModel a100 =
      make_kernel_model(json::load_device("A100-SXM4-80GB").device, software_of(Framework::pytorch, "1.13"));
  const auto time = [&](std::int64_t channels) {
    return predict(Convolution{.format = NumberFormat::fp16,
                               .memory_format = MemoryFormat::nhwc,
                               .n = 256,
                               .c = channels,
                               .h = 224,
                               .w = 224,
                               .k = 64,
                               .r = 7,
                               .s = 7,
                               .stride_h = 2,
                               .stride_w = 2,
                               .pad_h = 3,
                               .pad_w = 3},
                   a100)
        .total;
  };
  CHECK(time(4) <= 1.01 * time(3));
  CHECK(2.0 * time(4) < time(5));  // a kernel of its own for first layers
  for (const std::int64_t channels : {5, 6, 7}) CHECK(time(8) < time(channels));
  for (const std::int64_t channels : {9, 12, 15}) CHECK(time(16) < time(channels));
}

TEST_CASE("torch.backends.cudnn.benchmark = True: little to win where cuDNN chooses by its own table (an H200)") {
  const std::string file = PERFMODEL_DATA_DIR "/raw/h200-sxm/cudnn_benchmark.csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "cudnn_benchmark", "h200-sxm");
  const auto us = [&](std::size_t row) { return std::stod(raw.csv.rows[row].cells[raw.csv.at("device_us")]); };
  REQUIRE(raw.csv.rows.size() == 18);
  double most = 0.0, least = 1.0;
  for (std::size_t i = 0; i < raw.csv.rows.size(); i += 2) {
    REQUIRE(raw.csv.rows[i].cells[raw.csv.at("benchmark")] == "false");
    const double gain = 1.0 - us(i + 1) / us(i);
    most = std::max(most, gain), least = std::min(least, gain);
  }
  CHECK(most < 0.03);  // what perfmodel-plan advise says of it
  CHECK(most > 0.025);
  CHECK(least > -0.01);
}
}  // namespace documents_nn_optimization_layers_test
