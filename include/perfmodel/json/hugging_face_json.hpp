#pragma once
/// A Hugging Face config.json as a network: the architectures gpt2, bert, llama, mistral, mixtral, qwen2, qwen3 and t5.
/// Written `hf:config.json` or `hf:config.json,seq=512,past=0,dropout=0,outputs=dropped` where a network is named.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/network/bert.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/t5.hpp>
#include <string>
#include <string_view>

namespace perfmodel::json {

/// What a user says beside the config.
struct LanguageOptions {
  std::int64_t sequence{};          ///< tokens per sample; 0: what the config has, at most 2048 for the Llama family,
                                    ///< 512 for T5
  std::int64_t past{};              ///< tokens before these, whose keys and values lie in a cache
  std::optional<double> dropout{};  ///< nothing: the config's
  bool drops_output{};              ///< logits live until the loss is there, not until the next step's
};

namespace detail {

/// A whole number of the config; absent or null: `absent`, or an error if that is 0.
[[nodiscard]] std::int64_t config_integer(const Node& root, std::string_view key, std::int64_t absent = 0);
/// Blocks of the network: at most as many as `transformer:layers=` takes; the deepest that were trained have a thousand
/// (DeepNet, arXiv:2203.00555).
[[nodiscard]] std::int64_t config_layers(const Node& root, std::string_view key, std::int64_t absent = 0);
[[nodiscard]] bool config_boolean(const Node& root, std::string_view key, bool absent);
[[nodiscard]] double config_rate(const Node& root, std::string_view key, double absent);
/// The config's activation must be the one that is built. @throws Error naming the accepted words
void config_activation(const Node& root, std::string_view key, std::initializer_list<std::string_view> accepted);

[[nodiscard]] Network gpt2_from_config(const Node& root, const LanguageOptions& options);

[[nodiscard]] Network bert_from_config(const Node& root, const LanguageOptions& options);

[[nodiscard]] Network llama_from_config(const Node& root, const std::string& family, const LanguageOptions& options);

[[nodiscard]] Network t5_from_config(const Node& root, const LanguageOptions& options);

}  // namespace detail

/// @throws Error naming the field, or the supported families
[[nodiscard]] Network network_from_config(const Node& root, const LanguageOptions& options = {});

/// The path in `<path>` or `<path>,seq=<length>,...`, what stands behind `hf:`.
[[nodiscard]] constexpr std::string_view hugging_face_path(std::string_view argument) {
  std::size_t end = argument.size();
  for (const std::string_view key : {",seq=", ",past=", ",dropout=", ",outputs="})
    end = std::min(end, argument.find(key));
  return argument.substr(0, end);
}

/// Reads `<path>`, or `<path>` with seq=, past=, dropout= or outputs= behind it (what stands behind `hf:`).
/// @throws Error as parse_file() and network_from_config() do
[[nodiscard]] Network read_hugging_face(std::string_view argument);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/hugging_face_json.ipp>
#endif
