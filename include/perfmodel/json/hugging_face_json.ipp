#pragma once
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/network/rewrite.hpp>

namespace perfmodel::json {
namespace detail {
PERFMODEL_INLINE std::int64_t config_integer(const Node& root, std::string_view key, std::int64_t absent) {
  const auto node = root.find(key);
  if (node && !node->raw().is_null()) return node->integer(1, largest_extent);
  if (absent > 0) return absent;
  throw root.missing(key, "a whole number > 0");
}

PERFMODEL_INLINE std::int64_t config_layers(const Node& root, std::string_view key, std::int64_t absent) {
  const std::int64_t layers = config_integer(root, key, absent);
  constexpr std::int64_t most = 10'000;
  if (layers > most) throw root.at(key).error("must be at most " + std::to_string(most));
  return layers;
}

PERFMODEL_INLINE bool config_boolean(const Node& root, std::string_view key, bool absent) {
  const auto node = root.find(key);
  return node && !node->raw().is_null() ? node->boolean() : absent;
}

PERFMODEL_INLINE double config_rate(const Node& root, std::string_view key, double absent) {
  const auto node = root.find(key);
  return node && !node->raw().is_null() ? node->number({.low = 0.0, .high = 0.99}) : absent;
}

PERFMODEL_INLINE void config_activation(const Node& root, std::string_view key,
                                        std::initializer_list<std::string_view> accepted) {
  const auto node = root.find(key);
  if (!node || node->raw().is_null()) return;
  const std::string word = node->text(100);
  if (std::find(accepted.begin(), accepted.end(), word) != accepted.end()) return;
  std::string list;
  for (const std::string_view w : accepted) list += (list.empty() ? "" : ", ") + std::string(w);
  throw node->error("must be one of " + list);
}

PERFMODEL_INLINE Network gpt2_from_config(const Node& root, const LanguageOptions& options) {
  Gpt2 net{.layers = config_layers(root, "n_layer", 12),
           .hidden = config_integer(root, "n_embd", 768),
           .heads = config_integer(root, "n_head", 12),
           .vocabulary = config_integer(root, "vocab_size", 50257),
           .positions = config_integer(root, "n_positions", 1024),
           .dropout = options.dropout.value_or(config_rate(root, "resid_pdrop", 0.1)),
           .cache = config_boolean(root, "use_cache", true)};
  config_activation(root, "activation_function", {"gelu_new"});
  net.sequence = options.sequence > 0 ? options.sequence : net.positions;
  return build(net, "gpt2");
}

PERFMODEL_INLINE Network bert_from_config(const Node& root, const LanguageOptions& options) {
  Bert net{.layers = config_layers(root, "num_hidden_layers", 12),
           .hidden = config_integer(root, "hidden_size", 768),
           .heads = config_integer(root, "num_attention_heads", 12),
           .inner = config_integer(root, "intermediate_size", 3072),
           .vocabulary = config_integer(root, "vocab_size", 30522),
           .positions = config_integer(root, "max_position_embeddings", 512),
           .types = config_integer(root, "type_vocab_size", 2),
           .dropout = options.dropout.value_or(config_rate(root, "hidden_dropout_prob", 0.1))};
  config_activation(root, "hidden_act", {"gelu"});
  net.sequence = options.sequence > 0 ? options.sequence : net.positions;
  return build(net, "bert");
}

PERFMODEL_INLINE Network llama_from_config(const Node& root, const std::string& family,
                                           const LanguageOptions& options) {
  const std::int64_t hidden = config_integer(root, "hidden_size"), heads = config_integer(root, "num_attention_heads");
  Llama net{.layers = config_layers(root, "num_hidden_layers"),
            .hidden = hidden,
            .heads = heads,
            .key_heads = config_integer(root, "num_key_value_heads", heads),
            .inner = config_integer(root, "intermediate_size"),
            .head_size = config_integer(root, "head_dim", std::max<std::int64_t>(1, hidden / heads)),
            .vocabulary = config_integer(root, "vocab_size"),
            .tied = config_boolean(root, "tie_word_embeddings", false),
            .attention_bias = config_boolean(root, "attention_bias", family == "qwen2"),
            .query_norm = family == "qwen3",
            .cache = config_boolean(root, "use_cache", true),
            .dropout = options.dropout.value_or(config_rate(root, "attention_dropout", 0.0))};
  if (family == "mixtral") {
    net.experts = config_integer(root, "num_local_experts", 8);
    net.experts_used = config_integer(root, "num_experts_per_tok", 2);
  }
  config_activation(root, "hidden_act", {"silu"});
  net.sequence = options.sequence > 0
                     ? options.sequence
                     : std::min<std::int64_t>(2048, config_integer(root, "max_position_embeddings", 2048));
  return build(net, family);
}

PERFMODEL_INLINE Network t5_from_config(const Node& root, const LanguageOptions& options) {
  const std::int64_t layers = config_layers(root, "num_layers", 6),
                     length = options.sequence > 0 ? options.sequence : 512;
  T5 net{.layers = layers,
         .decoder_layers = config_layers(root, "num_decoder_layers", layers),
         .hidden = config_integer(root, "d_model", 512),
         .heads = config_integer(root, "num_heads", 8),
         .head_size = config_integer(root, "d_kv", 64),
         .inner = config_integer(root, "d_ff", 2048),
         .vocabulary = config_integer(root, "vocab_size", 32128),
         .buckets = config_integer(root, "relative_attention_num_buckets", 32),
         .source = length,
         .target = length,
         .tied = config_boolean(root, "tie_word_embeddings", true),
         .dropout = options.dropout.value_or(config_rate(root, "dropout_rate", 0.1))};
  const auto activation = root.find("feed_forward_proj");
  net.gated = activation && activation->text(100) == "gated-gelu";
  config_activation(root, "feed_forward_proj", {"relu", "gated-gelu"});
  return build(net, "t5");
}

[[nodiscard]] inline Network of_family(const Node& root, const LanguageOptions& options) {
  if (const auto quantized = root.find("quantization_config"); quantized && !quantized->raw().is_null())
    throw quantized->error("must be absent: quantized weights are not modelled; the unquantized model's config works");
  const Node type = root.at("model_type");
  const std::string family = type.text(100);
  if (family == "gpt2") return detail::gpt2_from_config(root, options);
  if (family == "bert") return detail::bert_from_config(root, options);
  if (family == "t5") return detail::t5_from_config(root, options);
  for (const std::string_view llama : {"llama", "mistral", "mixtral", "qwen2", "qwen3"})
    if (family == llama) return detail::llama_from_config(root, family, options);
  throw type.error("must be one of gpt2, bert, llama, mistral, mixtral, qwen2, qwen3, t5");
}
}  // namespace detail

PERFMODEL_INLINE Network network_from_config(const Node& root, const LanguageOptions& options) {
  Network network = detail::of_family(root, options);
  network.drops_output = options.drops_output;
  if (options.past == 0) return network;
  auto later = with_past(std::move(network), options.past);
  if (!later)
    throw bad_input("past", std::to_string(options.past), "must be absent: this model has no causal attention");
  return std::move(*later);
}

PERFMODEL_INLINE Network read_hugging_face(std::string_view argument) {
  const std::string_view path = hugging_face_path(argument);
  LanguageOptions options{};
  if (path.size() < argument.size()) {
    const NetworkSpec spec = network_spec_from("hf:" + std::string(argument.substr(path.size() + 1)));
    accept_only(spec, {"seq", "past", "dropout", "outputs"});
    options.sequence = integer(spec, "seq", 0);
    options.past = integer(spec, "past", 0, 0);
    if (spec.find("dropout") != nullptr) options.dropout = share(spec, "dropout", 0.0);
    options.drops_output = word(spec, "outputs", "kept", {"kept", "dropped"}) == "dropped";
  }
  const Document document = parse_file(std::filesystem::path(std::string(path)));
  return network_from_config(document.root(), options);
}

}  // namespace perfmodel::json
