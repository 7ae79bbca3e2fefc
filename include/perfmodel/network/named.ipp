#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/network/bert.hpp>
#include <perfmodel/network/densenet.hpp>
#include <perfmodel/network/detection.hpp>
#include <perfmodel/network/efficientnet.hpp>
#include <perfmodel/network/encoder_decoder.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/gan.hpp>
#include <perfmodel/network/gnmt.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/inception.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/minigo.hpp>
#include <perfmodel/network/mobilenet.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/network/recommender.hpp>
#include <perfmodel/network/resnet.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/network/unet.hpp>
#include <perfmodel/network/vgg.hpp>
#include <perfmodel/network/vision_transformer.hpp>
#include <string_view>
#include <utility>

namespace perfmodel {
namespace detail {

/// Words of a sentence that a translator takes: its steps are traced one by one.
inline constexpr std::int64_t longest_sentence = 1'000'000;

/// "4000x1024x512x600": inputs, every hidden layer, outputs.
[[nodiscard]] inline std::vector<std::int64_t> widths_of(const NetworkSpec& spec, std::string_view text) {
  std::vector<std::int64_t> widths;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    widths.push_back(spec_number(spec, "widths", text.substr(begin, end - begin), 1, largest_extent));
    begin = end + 1;
  }
  if (widths.size() < 3)
    throw bad_input("network " + spec.name + ", widths", '"' + std::string(text) + '"',
                    "must be inputs, hidden widths and outputs, as in 4000x1024x512x600");
  return widths;
}

[[nodiscard]] inline Network build_fcnn(const NetworkSpec& spec) {
  if (const std::string* widths = spec.find("widths")) {
    accept_only(spec, {"widths", "bias"});
    return fcnn_of_widths(widths_of(spec, *widths), integer(spec, "bias", 1, 0, 1) == 1);
  }
  accept_only(spec, {"layers", "hidden", "inputs", "outputs", "bias", "widths"});
  return fcnn({.layers = required_integer(spec, "layers"),
               .hidden = required_integer(spec, "hidden"),
               .inputs = required_integer(spec, "inputs"),
               .outputs = required_integer(spec, "outputs"),
               .bias = integer(spec, "bias", 1, 0, 1) == 1});
}

/// Image classifiers: `input=<height>x<width>`, `classes`, and `dropout` of those that have some.
template <const auto& preset>
[[nodiscard]] Network build_image(const NetworkSpec& spec) {
  auto net = preset;
  if constexpr (requires { net.dropout; }) {
    accept_only(spec, {"input", "classes", "dropout"});
    net.dropout = share(spec, "dropout", net.dropout);
  } else {
    accept_only(spec, {"input", "classes"});
  }
  net.input = image_size(spec, "input", net.input);
  net.classes = integer(spec, "classes", net.classes);
  return build(net, spec.name);
}
inline constexpr Vgg16 vgg16{};
inline constexpr MobileNetV2 mobilenet_v2{};
inline constexpr EfficientNetB0 efficientnet_b0{};

/// `aux=0`: without the auxiliary head, which images smaller than 299 x 299 do not fill.
[[nodiscard]] inline Network build_inception(const NetworkSpec& spec) {
  accept_only(spec, {"input", "classes", "aux", "dropout"});
  InceptionV3 net;
  net.dropout = share(spec, "dropout", net.dropout);
  net.input = image_size(spec, "input", net.input);
  net.classes = integer(spec, "classes", net.classes);
  net.auxiliary = integer(spec, "aux", 1, 0, 1) == 1;
  return build(net, spec.name);
}

/// `outputs=dropped`: logits live until the loss is there, not until the next step's.
[[nodiscard]] inline Network with_outputs(Network network, const NetworkSpec& spec) {
  network.drops_output = word(spec, "outputs", "kept", {"kept", "dropped"}) == "dropped";
  return network;
}

/// `past=N`: N tokens came before, whose keys and values lie in a cache. @throws Error where the positions end before
[[nodiscard]] inline Network with_spec_past(Network network, const NetworkSpec& spec, std::int64_t positions) {
  const std::int64_t past = integer(spec, "past", 0, 0), length = integer(spec, "seq", 1);
  if (past == 0) return network;
  if (past + length > positions)
    throw bad_input("network " + spec.name + ", past", std::to_string(past),
                    "past and seq must be at most " + std::to_string(positions) + " together");
  return with_past(std::move(network), past).value();
}

template <const Gpt2& preset>
[[nodiscard]] Network build_gpt2(const NetworkSpec& spec) {
  accept_only(spec, {"seq", "past", "vocab", "cache", "dropout", "outputs"});
  Gpt2 net = preset;
  net.dropout = share(spec, "dropout", net.dropout);
  net.sequence = integer(spec, "seq", net.sequence);
  net.vocabulary = integer(spec, "vocab", net.vocabulary);
  net.cache = integer(spec, "cache", 1, 0, 1) == 1;
  return with_spec_past(with_outputs(build(net, spec.name), spec), spec, net.positions);
}

template <const Bert& preset>
[[nodiscard]] Network build_bert(const NetworkSpec& spec) {
  accept_only(spec, {"seq", "vocab", "head", "attention", "dropout", "outputs"});
  const bool fused = word(spec, "attention", "fused", {"fused", "naive"}) == "fused";
  Bert net = preset;
  net.fused = fused;
  net.dropout = share(spec, "dropout", net.dropout);
  net.sequence = integer(spec, "seq", net.sequence);
  net.vocabulary = integer(spec, "vocab", net.vocabulary);
  const std::string head = word(spec, "head", "mlm", {"mlm", "pooler", "none"});
  net.head = head == "mlm" ? BertHead::masked_language : head == "pooler" ? BertHead::pooler : BertHead::none;
  return with_outputs(build(net, spec.name), spec);
}

template <const Llama& preset>
[[nodiscard]] Network build_llama(const NetworkSpec& spec) {
  accept_only(spec, {"seq", "past", "vocab", "cache", "dropout", "outputs"});
  Llama net = preset;
  net.dropout = share(spec, "dropout", net.dropout);
  net.sequence = integer(spec, "seq", net.sequence);
  net.vocabulary = integer(spec, "vocab", net.vocabulary);
  net.cache = integer(spec, "cache", 1, 0, 1) == 1;
  return with_spec_past(with_outputs(build(net, spec.name), spec), spec, largest_extent);
}

[[nodiscard]] inline Network build_unet(const NetworkSpec& spec) {
  accept_only(spec, {"input", "classes", "channels"});
  UNet net{};
  net.input = image_size(spec, "input", net.input);
  net.classes = integer(spec, "classes", net.classes);
  net.channels = integer(spec, "channels", net.channels);
  return build(net, spec.name);
}
template <bool wasserstein>
[[nodiscard]] Network build_gan(const NetworkSpec& spec) {
  accept_only(spec, {"part", "latent", "width"});
  Dcgan net{.wasserstein = wasserstein};
  const std::string part = word(spec, "part", "both", {"generator", "discriminator", "both"});
  net.part = part == "generator"       ? GanPart::generator
             : part == "discriminator" ? GanPart::discriminator
                                       : GanPart::both;
  net.latent = integer(spec, "latent", net.latent);
  net.generator_width = net.discriminator_width = integer(spec, "width", net.generator_width);
  return build(net, spec.name);
}
[[nodiscard]] inline Network build_ncf(const NetworkSpec& spec) {
  accept_only(spec, {"users", "items"});
  Ncf net{};
  net.users = integer(spec, "users", net.users);
  net.items = integer(spec, "items", net.items);
  return build(net, spec.name);
}
[[nodiscard]] inline Network build_dlrm(const NetworkSpec& spec) {
  accept_only(spec, {"rows", "width"});
  Dlrm net{};
  net.most_rows = integer(spec, "rows", net.most_rows);
  net.width = integer(spec, "width", net.width);
  return build(net, spec.name);
}
[[nodiscard]] inline Network build_minigo(const NetworkSpec& spec) {
  accept_only(spec, {"board"});
  return build(Minigo{.board = integer(spec, "board", 9, 5, 99)}, spec.name);
}
[[nodiscard]] inline Network build_ssd(const NetworkSpec& spec) {
  accept_only(spec, {"labels"});
  return build(SsdResNet34{.labels = integer(spec, "labels", 81)}, spec.name);
}
[[nodiscard]] inline Network build_mask_rcnn(const NetworkSpec& spec) {
  accept_only(spec, {"input", "classes", "regions", "mask_regions"});
  MaskRcnn net{};
  net.input = image_size(spec, "input", net.input);
  net.classes = integer(spec, "classes", net.classes);
  net.regions = integer(spec, "regions", net.regions);
  net.mask_regions = integer(spec, "mask_regions", net.mask_regions);
  return build(net, spec.name);
}
[[nodiscard]] inline Network build_gnmt(const NetworkSpec& spec) {
  accept_only(spec, {"vocab", "hidden", "source", "target", "dropout", "outputs"});
  Gnmt net{};
  net.dropout = share(spec, "dropout", net.dropout);
  net.vocabulary = integer(spec, "vocab", net.vocabulary);
  net.hidden = integer(spec, "hidden", net.hidden);
  net.source = integer(spec, "source", net.source, 1, longest_sentence);
  net.target = integer(spec, "target", net.target, 1, longest_sentence);
  return with_outputs(build(net, spec.name), spec);
}

[[nodiscard]] inline Network build_encoder_decoder(const NetworkSpec& spec) {
  accept_only(spec, {"vocab", "source", "target", "dropout", "outputs"});
  EncoderDecoder net{};
  net.dropout = share(spec, "dropout", net.dropout);
  net.vocabulary = integer(spec, "vocab", net.vocabulary);
  net.source = integer(spec, "source", net.source, 1, longest_sentence);
  net.target = integer(spec, "target", net.target, 1, longest_sentence);
  return with_outputs(build(net, spec.name), spec);
}

/// A decoder as in GPT-2 of any size.
[[nodiscard]] inline Network build_transformer(const NetworkSpec& spec) {
  accept_only(
      spec, {"layers", "hidden", "heads", "seq", "vocab", "cache", "dropout", "attention", "gelu", "bias", "outputs"});
  const std::int64_t seq = required_integer(spec, "seq");
  const std::string attention = word(spec, "attention", "fused", {"fused", "unfused", "joined_softmax"});
  const Gpt2 net{.layers = required_integer(spec, "layers", 1, 10000),
                 .hidden = required_integer(spec, "hidden"),
                 .heads = required_integer(spec, "heads"),
                 .vocabulary = required_integer(spec, "vocab"),
                 .positions = seq,
                 .sequence = seq,
                 .dropout = share(spec, "dropout", 0.1),
                 .fused_attention = attention == "fused",
                 .joined_softmax = attention == "joined_softmax",
                 .composed_gelu = word(spec, "gelu", "composed", {"composed", "fused"}) == "composed",
                 .bias = integer(spec, "bias", 1, 0, 1) == 1,
                 .cache = integer(spec, "cache", 1, 0, 1) == 1};
  return with_outputs(build(net, spec.name), spec);
}

}  // namespace detail

PERFMODEL_INLINE std::span<const NamedNetwork> named_networks() {
  static const std::vector<NamedNetwork> all{
      {"fcnn", "layers=8,hidden=4096,inputs=4000,outputs=600,bias=1", detail::build_fcnn},
      {"resnet18", "input=224x224,classes=1000", detail::build_image<resnet18>},
      {"resnet34", "input=224x224,classes=1000", detail::build_image<resnet34>},
      {"resnet50", "input=224x224,classes=1000", detail::build_image<resnet50>},
      {"resnet101", "input=224x224,classes=1000", detail::build_image<resnet101>},
      {"resnet152", "input=224x224,classes=1000", detail::build_image<resnet152>},
      {"vgg16", "input=224x224,classes=1000,dropout=0.5", detail::build_image<detail::vgg16>},
      {"inception_v3", "input=299x299,classes=1000,aux=1,dropout=0.5", detail::build_inception},
      {"densenet121", "input=224x224,classes=1000", detail::build_image<densenet121>},
      {"mobilenet_v2", "input=224x224,classes=1000,dropout=0.2", detail::build_image<detail::mobilenet_v2>},
      {"efficientnet_b0", "input=224x224,classes=1000,dropout=0.2", detail::build_image<detail::efficientnet_b0>},
      {"vit_b_16", "input=224x224,classes=1000", detail::build_image<vit_b_16>},
      {"gpt2-124m", "seq=1024,past=0,vocab=50257,cache=1,dropout=0.1,outputs=kept", detail::build_gpt2<gpt2_124m>},
      {"gpt2-355m", "seq=1024,past=0,vocab=50257,cache=1,dropout=0.1,outputs=kept", detail::build_gpt2<gpt2_355m>},
      {"gpt2-774m", "seq=1024,past=0,vocab=50257,cache=1,dropout=0.1,outputs=kept", detail::build_gpt2<gpt2_774m>},
      {"gpt2-1.5b", "seq=1024,past=0,vocab=50257,cache=1,dropout=0.1,outputs=kept", detail::build_gpt2<gpt2_1_5b>},
      {"bert-base", "seq=512,vocab=30522,head=mlm,attention=fused,dropout=0.1,outputs=kept",
       detail::build_bert<bert_base>},
      {"bert-large", "seq=512,vocab=30522,head=mlm,attention=fused,dropout=0.1,outputs=kept",
       detail::build_bert<bert_large>},
      {"llama-1b", "seq=2048,past=0,vocab=128256,cache=1,dropout=0,outputs=kept", detail::build_llama<llama_1b>},
      {"llama-8b", "seq=2048,past=0,vocab=128256,cache=1,dropout=0,outputs=kept", detail::build_llama<llama_8b>},
      {"llama-70b", "seq=2048,past=0,vocab=128256,cache=1,dropout=0,outputs=kept", detail::build_llama<llama_70b>},
      {"unet", "input=572x572,classes=2,channels=3", detail::build_unet},
      {"dcgan", "part=both,latent=100,width=64", detail::build_gan<false>},
      {"wgan", "part=both,latent=100,width=64", detail::build_gan<true>},
      {"gnmt", "vocab=32317,hidden=1024,source=50,target=50,dropout=0.2,outputs=kept", detail::build_gnmt},
      {"transformer-big", "vocab=33708,source=64,target=64,dropout=0.1,outputs=kept", detail::build_encoder_decoder},
      {"ssd-resnet34", "labels=81", detail::build_ssd},
      {"mask-rcnn", "input=800x1344,classes=91,regions=512,mask_regions=128", detail::build_mask_rcnn},
      {"ncf", "users=138493,items=26744", detail::build_ncf},
      {"minigo", "board=9", detail::build_minigo},
      {"dlrm", "rows=40000000,width=128", detail::build_dlrm},
      {"transformer",
       "layers=24,hidden=1024,heads=16,seq=512,vocab=50257,cache=1,dropout=0.1,attention=fused,gelu=composed,bias=1,"
       "outputs=kept",
       detail::build_transformer},
  };
  return all;
}

namespace detail {
/// What the models are called where their weights are shared (huggingface.co/models), beside their names here.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 14> shared_names{
    {{"gpt2", "gpt2-124m"},
     {"gpt2-small", "gpt2-124m"},
     {"gpt2-medium", "gpt2-355m"},
     {"gpt2-large", "gpt2-774m"},
     {"gpt2-xl", "gpt2-1.5b"},
     {"llama-3-8b", "llama-8b"},
     {"llama-3.1-8b", "llama-8b"},
     {"llama-3-70b", "llama-70b"},
     {"llama-3.1-70b", "llama-70b"},
     {"llama-3.3-70b", "llama-70b"},
     {"llama-3.2-1b", "llama-1b"},
     {"bert-base-uncased", "bert-base"},
     {"bert-large-uncased", "bert-large"},
     {"vit-base-patch16-224", "vit_b_16"}}};

/// Whether two names differ in dashes and underscores alone: bert_base is bert-base.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b) {
  const auto letter = [](char c) { return c == '_' ? '-' : c; };
  return std::ranges::equal(a, b, {}, letter, letter);
}

/// The name here of a network that is called so elsewhere; what was typed where it is none of them.
[[nodiscard]] inline std::string_view name_here(std::string_view typed) {
  for (const auto& [elsewhere, here] : shared_names)
    if (same_name(elsewhere, typed)) return here;
  return typed;
}
}  // namespace detail

PERFMODEL_INLINE Network named_network(std::string_view text) {
  NetworkSpec spec = network_spec_from(text);
  const std::string_view typed = detail::name_here(spec.name);
  std::vector<std::string_view> names;
  for (const NamedNetwork& network : named_networks()) {
    names.push_back(network.name);
    if (!detail::same_name(network.name, typed)) continue;
    spec.name = network.name;
    return network.build(spec);
  }
  throw bad_input("network", '"' + spec.name + '"', "the nearest names are " + joined(nearest_words(spec.name, names)));
}

}  // namespace perfmodel
