#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <string>
#include <variant>

namespace network_named_test {
using namespace perfmodel;

TEST_CASE("an fcnn by name is the fcnn") {
  const Network network = named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600");
  CHECK(parameter_count(network) ==
        fcnn_weights({.layers = 8, .hidden = 4096, .inputs = 4000, .outputs = 600}) + 8 * 4096 + 600);
  CHECK(parameter_count(named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600,bias=0")) ==
        fcnn_weights({.layers = 8, .hidden = 4096, .inputs = 4000, .outputs = 600}));
}

TEST_CASE("a wrong name or option says what is near or accepted") {
  CHECK_THROWS_AS((void)named_network("fcn:layers=8"), Error);
  CHECK_THROWS_WITH_AS((void)named_network("fcnn:layers=8"),
                       "network fcnn: got no option \"hidden\"; must be given, as in fcnn:hidden=4", Error);
  CHECK_THROWS_WITH_AS(
      (void)named_network("fcnn:depth=8"),
      "network fcnn: got option \"depth\"; must be one of layers, hidden, inputs, outputs, bias, widths", Error);
}

TEST_CASE("networks with dropout take a rate, language models let go of their output or keep it") {
  const auto dropouts = [](const Network& network) {
    return std::count_if(network.layers.begin(), network.layers.end(),
                         [](const Layer& layer) { return std::holds_alternative<Dropout>(layer.what); });
  };
  for (const char* name :
       {"gpt2-124m:seq=64", "bert-base:seq=64", "transformer:layers=2,hidden=64,heads=2,seq=8,vocab=50",
        "gnmt:source=8,target=8", "transformer-big:source=8,target=8", "vgg16:classes=10", "inception_v3:classes=10",
        "mobilenet_v2:classes=10", "efficientnet_b0:classes=10"}) {
    CAPTURE(name);
    CHECK(dropouts(named_network(name)) > 0);  // their configurations' 0.1
    CHECK(dropouts(named_network(std::string(name) + ",dropout=0")) == 0);
    CHECK(dropouts(named_network(std::string(name) + ",dropout=0.2")) == dropouts(named_network(name)));
  }
  for (const char* name :
       {"gpt2-124m:seq=64", "bert-base:seq=64", "llama-1b:seq=64", "gnmt:source=8", "transformer-big:source=8"}) {
    CHECK(!named_network(name).drops_output);
    CHECK(!named_network(std::string(name) + ",outputs=kept").drops_output);
    CHECK(named_network(std::string(name) + ",outputs=dropped").drops_output);
  }
  CHECK_THROWS_AS((void)named_network("llama-1b:outputs=lost"), Error);
}

TEST_CASE("parameters match the reference implementations to the last one") {
  struct Row {
    const char* network;
    std::int64_t parameters;
    const char* source;
  };
  const char* torchvision = "torchvision 0.26, docs of the pre-trained weights, num_params";
  const char* hugging_face = "transformers 5.17, sum over model.parameters() of the class named in the header";
  for (const Row& row :
       {Row{"resnet18", 11'689'512, torchvision}, Row{"resnet34", 21'797'672, torchvision},
        Row{"resnet50", 25'557'032, torchvision}, Row{"resnet101", 44'549'160, torchvision},
        Row{"resnet152", 60'192'808, torchvision}, Row{"vgg16", 138'357'544, torchvision},
        Row{"inception_v3", 27'161'264, torchvision},
        Row{"inception_v3:aux=0", 23'834'568, "osmr/imgclsmob, PyTorch models, InceptionV3"},
        Row{"densenet121", 7'978'856, torchvision}, Row{"mobilenet_v2", 3'504'872, torchvision},
        Row{"efficientnet_b0", 5'288'548, torchvision}, Row{"vit_b_16", 86'567'656, torchvision},
        Row{"gpt2-124m", 124'439'808, hugging_face}, Row{"gpt2-355m", 354'823'168, hugging_face},
        Row{"gpt2-774m", 774'030'080, hugging_face}, Row{"gpt2-1.5b", 1'557'611'200, hugging_face},
        Row{"bert-base", 109'514'298, hugging_face}, Row{"bert-base:head=pooler", 109'482'240, hugging_face},
        Row{"bert-large:head=pooler", 335'141'888, hugging_face}, Row{"llama-1b", 1'235'814'400, hugging_face},
        Row{"llama-8b", 8'030'261'248, hugging_face}, Row{"llama-70b", 70'553'706'496, hugging_face},
        Row{"bert-large", 335'174'458, hugging_face},
        Row{"mask-rcnn", 44'401'393, "torchvision 0.26, maskrcnn_resnet50_fpn, num_params (frozen batch norms)"},
        Row{"dcgan:part=generator", 3'576'704, "PyTorch DCGAN tutorial: the printed layers summed by hand"},
        Row{"dcgan:part=discriminator", 2'765'568, "PyTorch DCGAN tutorial: the printed layers summed by hand"},
        Row{"ncf", (138'493 + 26'744) * 192 + 65'792 + 32'896 + 8'256 + 129,
            "MLPerf Training v0.5 NCF: embeddings, MLP 256-256-128-64, output"},
        // embedding; encoder biLSTM, LSTM of 2048 inputs, two of 1024; decoder LSTM, attention, three of 2048;
        // classifier
        Row{"gnmt",
            33'092'608 + 2 * 8'396'800 + 12'591'104 + 2 * 8'396'800 + 8'396'800 + 2'097'152 + 2'049 + 3 * 12'591'104 +
                33'092'608 + 32'317,
            "MLPerf Training v0.5 rnn_translator, sizes of its modules summed by hand"}}) {
    CAPTURE(row.network);
    CAPTURE(row.source);
    CHECK(parameter_count(named_network(row.network)) == row.parameters);
  }
}

TEST_CASE("Open Model Zoo, ssd-resnet34-1200-onnx: 20.058 million parameters") {
  // The same network at 1200 x 1200 (as many parameters),
  // https://docs.openvino.ai/2021.2/omz_models_public_ssd_resnet34_1200_onnx_ssd_resnet34_1200_onnx.html. Counted after
  // conversion: batch norms folded (one number a channel instead of two), and six constants for each of its 15,130
  // default boxes: 4 boxes at 50 x 50, 3 x 3 and 3 x 3 positions, 6 at 25 x 25, 13 x 13 and 7 x 7.
  constexpr std::int64_t norm_channels = 64 + 6 * 64 + 9 * 128 + 13 * 256;
  constexpr std::int64_t boxes = 4 * (50 * 50 + 3 * 3 + 3 * 3) + 6 * (25 * 25 + 13 * 13 + 7 * 7);
  static_assert(boxes == 15'130);
  const std::int64_t converted = parameter_count(named_network("ssd-resnet34")) - norm_channels + 6 * boxes;
  CHECK(std::llround(static_cast<double>(converted) / 1e3) == 20'058);
}

TEST_CASE("every network of the list builds from the options that the list shows") {
  for (const NamedNetwork& network : named_networks()) {
    CAPTURE(network.name);
    const Network built = named_network(std::string(network.name) + ":" + std::string(network.options));
    CHECK(parameter_count(built) > 0);
    CHECK(forward_work(built, 2) > 1.9 * forward_work(built, 1));
    if (network.name == "fcnn") continue;  // its options have no defaults
    if (network.name == "transformer") continue;
    CHECK(parameter_count(named_network(network.name)) == parameter_count(built));
  }
}

TEST_CASE("multiply-accumulates of convolutions and linear layers match torchvision's table of GFLOPS") {
  // torchvision 0.26, table of classification weights, column GFLOPS (it counts one multiply-accumulate as one), two
  // decimals
  struct Row {
    const char* network;
    double gflops;
  };
  for (const Row& row : {Row{"resnet18", 1.81}, Row{"resnet34", 3.66}, Row{"resnet50", 4.09}, Row{"resnet101", 7.80},
                         Row{"resnet152", 11.51}, Row{"vgg16", 15.47}, Row{"densenet121", 2.83},
                         Row{"mobilenet_v2", 0.30}, Row{"efficientnet_b0", 0.39}, Row{"vit_b_16", 17.56}}) {
    CAPTURE(row.network);
    const Network network = named_network(row.network);
    const NetworkShapes shapes = infer_shapes(network, 1);
    Work sum{};
    for (std::size_t i = 0; i < network.layers.size(); ++i)
      if (std::holds_alternative<Convolution2d>(network.layers[i].what) ||
          std::holds_alternative<Linear>(network.layers[i].what) ||
          std::holds_alternative<DotProductAttention>(network.layers[i].what))
        sum += forward_work(network.layers[i].what, shapes.layer_inputs[i]);
    CHECK(std::abs(in(sum, giga * mac) - row.gflops) <= 0.0051);
  }
}

TEST_CASE("shapes that do not fit name the network, the layer and the shapes") {
  CHECK_THROWS_AS((void)named_network("inception_v3:input=32x32"), Error);
  CHECK_THROWS_AS((void)parameter_count(named_network("inception_v3:input=298x298")),
                  Error);  // too small for the auxiliary head
  CHECK_NOTHROW((void)parameter_count(named_network("inception_v3:input=224x224,aux=0")));
  CHECK_THROWS_AS((void)named_network("gpt2-124m:seq=1025"), Error);
  CHECK_THROWS_AS((void)named_network("vit_b_16:input=225x224"), Error);
  CHECK_THROWS_AS((void)named_network("transformer:layers=2,hidden=100,heads=3,seq=8,vocab=10"), Error);
}
}  // namespace network_named_test
