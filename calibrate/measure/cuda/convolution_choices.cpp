/// perfmodel-ask-cudnn: which engine cuDNN's heuristics name first for convolutions, as PyTorch 2.11 asks them
/// (aten/src/ATen/native/cudnn/Conv_v8.cpp: mode INSTANT, then FALLBACK; engines that convert their inputs are left
/// out, and without TF32 those on tensor cores). Nothing runs. With --device-properties no GPU is needed; engines that
/// call cuBLAS (1 x 1 products, Winograd, Fourier) are then not named, so that FP32, TF32 and 1 x 1 want a GPU.
#include <cudnn.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "calibrate/measure/convolution_draw.hpp"

namespace perfmodel {
namespace {

/// A status that is no success. The library's words for it come with it.
struct Refused {
  cudnnStatus_t status{};
};
void check(cudnnStatus_t status) {
  if (status != CUDNN_STATUS_SUCCESS) throw Refused{status};
}

/// A descriptor of the backend API, and its attributes.
class Descriptor {
 public:
  explicit Descriptor(cudnnBackendDescriptorType_t type) { check(cudnnBackendCreateDescriptor(type, &raw_)); }
  Descriptor(Descriptor&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (raw_ != nullptr) cudnnBackendDestroyDescriptor(raw_);
  }
  template <class T>
  void set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, const T& value) {
    check(cudnnBackendSetAttribute(raw_, name, type, 1, &value));
  }
  void set(cudnnBackendAttributeName_t name, const std::vector<std::int64_t>& values) {
    check(cudnnBackendSetAttribute(raw_, name, CUDNN_TYPE_INT64, static_cast<std::int64_t>(values.size()),
                                   values.data()));
  }
  void set(cudnnBackendAttributeName_t name, const Descriptor& other) {
    check(cudnnBackendSetAttribute(raw_, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &other.raw_));
  }
  void set(cudnnBackendAttributeName_t name, const std::string& text) {
    check(cudnnBackendSetAttribute(raw_, name, CUDNN_TYPE_CHAR, static_cast<std::int64_t>(text.size()), text.data()));
  }
  /// @returns how many there are; at most `values.size()` are read
  template <class T>
  std::int64_t get(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::vector<T>& values) const {
    std::int64_t count = 0;
    check(cudnnBackendGetAttribute(raw_, name, type, static_cast<std::int64_t>(values.size()), &count,
                                   values.empty() ? nullptr : values.data()));
    return count;
  }
  [[nodiscard]] std::int64_t number(cudnnBackendAttributeName_t name) const {
    std::vector<std::int64_t> value(1);
    get(name, CUDNN_TYPE_INT64, value);
    return value.front();
  }
  void finalize() const { check(cudnnBackendFinalize(raw_)); }
  [[nodiscard]] cudnnBackendDescriptor_t raw() const { return raw_; }

 private:
  cudnnBackendDescriptor_t raw_{};
};

/// Descriptors that an attribute fills.
std::vector<Descriptor> read_list(const Descriptor& from, cudnnBackendAttributeName_t name,
                                  cudnnBackendDescriptorType_t type, std::int64_t count) {
  std::vector<Descriptor> out;
  std::vector<cudnnBackendDescriptor_t> raw;
  for (std::int64_t i = 0; i < count; ++i) raw.push_back(out.emplace_back(type).raw());
  const std::int64_t found = from.get(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, raw);
  while (static_cast<std::int64_t>(out.size()) > found) out.pop_back();
  return out;
}

/// Who is asked: a card by its handle, or one that is described.
struct Asked {
  cudnnHandle_t handle{};
  const Descriptor* properties{};
};

Descriptor tensor(std::int64_t id, NumberFormat format, const std::vector<std::int64_t>& sizes, bool channels_last) {
  constexpr std::int64_t alignment = 32;  // of PyTorch's allocator, as far as it looks
  std::vector<std::int64_t> strides(sizes.size());
  std::int64_t step = channels_last ? sizes[1] : 1;
  for (std::size_t i = sizes.size(); i-- > (channels_last ? 2U : 0U);) strides[i] = step, step *= sizes[i];
  if (channels_last) strides[1] = 1, strides[0] = step;
  Descriptor out(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  out.set(CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE,
          format == NumberFormat::fp16   ? CUDNN_DATA_HALF
          : format == NumberFormat::bf16 ? CUDNN_DATA_BFLOAT16
                                         : CUDNN_DATA_FLOAT);
  out.set(CUDNN_ATTR_TENSOR_DIMENSIONS, sizes);
  out.set(CUDNN_ATTR_TENSOR_STRIDES, strides);
  out.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, id);
  out.set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, alignment);
  out.finalize();
  return out;
}

Descriptor convolution(const ConvolutionDraw& d) {
  const Convolution& c = d.convolution;
  const auto lengths = [&](std::int64_t depth, std::int64_t height, std::int64_t width) {
    return d.volume ? std::vector{depth, height, width} : std::vector{height, width};
  };
  Descriptor out(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
  out.set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT);
  out.set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, CUDNN_CROSS_CORRELATION);
  out.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, std::int64_t{d.volume ? 3 : 2});
  out.set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, lengths(c.stride_d, c.stride_h, c.stride_w));
  out.set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, lengths(c.pad_d, c.pad_h, c.pad_w));
  out.set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, lengths(c.pad_d, c.pad_h, c.pad_w));
  out.set(CUDNN_ATTR_CONVOLUTION_DILATIONS, lengths(c.dilation_d, c.dilation_h, c.dilation_w));
  out.finalize();
  return out;
}

/// The attributes of a pass: input, filter, output, convolution, scales.
struct PassNames {
  cudnnBackendDescriptorType_t type{};
  cudnnBackendAttributeName_t x{}, w{}, y{}, convolution{}, alpha{}, beta{};
};
PassNames names_of_pass(ConvolutionPass pass) {
  if (pass == ConvolutionPass::forward)
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA};
  if (pass == ConvolutionPass::input_gradient)
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA};
  return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA};
}

Descriptor graph_of(const ConvolutionDraw& d, const Asked& asked) {
  const Convolution& c = d.convolution;
  const bool last = c.memory_format == MemoryFormat::nhwc;
  const auto sizes = [&](std::int64_t n, std::int64_t channels, std::int64_t depth, std::int64_t h, std::int64_t w) {
    return d.volume ? std::vector{n, channels, depth, h, w} : std::vector{n, channels, h, w};
  };
  const Descriptor x = tensor('x', c.format, sizes(c.n, c.c, c.d, c.h, c.w), last),
                   y = tensor('y', c.format, sizes(c.n, c.k, c.o(), c.p(), c.q()), last),
                   w = tensor('w', c.format, sizes(c.k, c.c / c.groups, c.t, c.r, c.s), last), how = convolution(d);
  const PassNames names = names_of_pass(c.pass);
  Descriptor operation(names.type);
  operation.set(names.x, x), operation.set(names.w, w), operation.set(names.y, y);
  operation.set(names.convolution, how);
  operation.set(names.alpha, CUDNN_TYPE_FLOAT, 1.0F), operation.set(names.beta, CUDNN_TYPE_FLOAT, 0.0F);
  operation.finalize();
  Descriptor graph(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, operation);
  if (asked.properties == nullptr) graph.set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, asked.handle);
  graph.finalize();
  return graph;
}

/// "engine knob=value:knob=value"; nothing where PyTorch leaves the engine out.
std::optional<std::string> words_of(const Descriptor& config, NumberFormat format) {
  constexpr std::int64_t most_knobs = 32;
  const Descriptor engine =
      std::move(read_list(config, CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_BACKEND_ENGINE_DESCRIPTOR, 1).front());
  std::vector<cudnnBackendNumericalNote_t> notes(CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
  notes.resize(
      static_cast<std::size_t>(engine.get(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE, notes)));
  for (const cudnnBackendNumericalNote_t note : notes)
    if (note == CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS ||
        (note == CUDNN_NUMERICAL_NOTE_TENSOR_CORE && format == NumberFormat::fp32))
      return std::nullopt;
  std::string out = std::to_string(engine.number(CUDNN_ATTR_ENGINE_GLOBAL_INDEX)) + ' ';
  bool first = true;
  for (const Descriptor& knob :
       read_list(config, CUDNN_ATTR_ENGINECFG_KNOB_CHOICES, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, most_knobs)) {
    std::vector<cudnnBackendKnobType_t> type(1);
    knob.get(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, CUDNN_TYPE_KNOB_TYPE, type);
    out += (first ? "" : ":") + std::to_string(static_cast<int>(type.front())) + '=' +
           std::to_string(knob.number(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE));
    first = false;
  }
  return out;
}

/// The first engine that PyTorch would take; empty: none.
std::string answer(const ConvolutionDraw& d, const Asked& asked) {
  constexpr std::int64_t most = 24;
  const Descriptor graph = graph_of(d, asked);
  for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_INSTANT, CUDNN_HEUR_MODE_FALLBACK}) {
    Descriptor heuristics(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, mode);
    if (asked.properties != nullptr) heuristics.set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, *asked.properties);
    if (cudnnBackendFinalize(heuristics.raw()) != CUDNN_STATUS_SUCCESS) continue;
    for (const Descriptor& config :
         read_list(heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR, most))
      if (auto words = words_of(config, d.convolution.format)) return *words;
  }
  return {};
}

/// Answers to every `step`-th draw.
void ask(std::vector<std::string>& answers, std::uint64_t first, std::size_t begin, std::size_t step,
         const std::string& properties) {
  Asked asked{};
  std::optional<Descriptor> described;
  if (!properties.empty()) {
    described.emplace(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
    described->set(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, properties);
    described->finalize();
    asked.properties = &*described;
  } else {
    check(cudnnCreate(&asked.handle));
  }
  for (std::size_t i = begin; i < answers.size(); i += step) try {
      answers[i] = answer(drawn_convolution(first + i), asked);
    } catch (const Refused&) {
      answers[i].clear();
    }
  if (asked.handle != nullptr) cudnnDestroy(asked.handle);
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{"asks cuDNN's heuristics which engine they would run for convolutions drawn at random"};
  std::uint64_t first = 0;
  std::size_t count = 1000, threads = 1;
  std::string properties;
  app.add_option("--first", first, "number of the first draw")->capture_default_str();
  app.add_option("--count", count, "how many")->capture_default_str();
  app.add_option("--threads", threads, "that ask")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--device-properties", properties,
                 "file that describes a card (CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION) in place of the one at hand")
      ->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  std::string card;
  if (!properties.empty()) {
    std::stringstream text;
    text << std::ifstream(properties).rdbuf();
    card = text.str();
  }
  std::vector<std::string> answers(count);
  std::vector<std::thread> asking;
  std::atomic<bool> failed{false};
  for (std::size_t t = 0; t < threads; ++t)
    asking.emplace_back([&, t] {
      try {
        perfmodel::ask(answers, first, t, threads, card);
      } catch (const perfmodel::Refused& refused) {
        std::cerr << "error: cuDNN: " << cudnnGetErrorString(refused.status) << '\n';
        failed = true;
      }
    });
  for (std::thread& t : asking) t.join();
  if (failed) return 3;
  for (std::size_t i = 0; i < count; ++i)
    std::cout << first + i << ' ' << static_cast<int>(perfmodel::drawn_convolution(first + i).convolution.pass) << ' '
              << answers[i] << '\n';
  return 0;
}
