#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <perfmodel/json/hugging_face_json.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_hugging_face_json_test {
using namespace perfmodel;

namespace {
Network from(const char* text, std::int64_t sequence = 0) {
  const json::Document document = json::parse_text(text, "config.json");
  return json::network_from_config(document.root(), {.sequence = sequence});
}
}  // namespace

TEST_CASE("configurations give the parameter counts of the published models") {
  CHECK(parameter_count(from(R"({"model_type": "gpt2"})")) == 124'439'808);
  CHECK(parameter_count(from(R"({"model_type": "bert", "vocab_size": 30522})")) == 109'514'298);
  // meta-llama/Llama-3.2-1B
  CHECK(parameter_count(
            from(R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_attention_heads": 32,
      "num_hidden_layers": 16, "num_key_value_heads": 8, "head_dim": 64, "vocab_size": 128256,
      "tie_word_embeddings": true})")) == 1'235'814'400);
  // mistralai/Mistral-7B-v0.1
  CHECK(parameter_count(from(
            R"({"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
      "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 32000, "sliding_window": 4096})")) ==
        7'241'732'096);
  // mistralai/Mixtral-8x7B-v0.1
  CHECK(parameter_count(from(
            R"({"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
      "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 32000, "num_local_experts": 8,
      "num_experts_per_tok": 2})")) == 46'702'792'704);
  // Qwen/Qwen2-0.5B
  CHECK(parameter_count(
            from(R"({"model_type": "qwen2", "hidden_size": 896, "intermediate_size": 4864, "num_attention_heads": 14,
      "num_hidden_layers": 24, "num_key_value_heads": 2, "vocab_size": 151936, "tie_word_embeddings": true})")) ==
        494'032'768);
  // Qwen/Qwen3-0.6B
  CHECK(
      parameter_count(from(
          R"({"model_type": "qwen3", "hidden_size": 1024, "intermediate_size": 3072, "num_attention_heads": 16, "head_dim": 128,
      "num_hidden_layers": 28, "num_key_value_heads": 8, "vocab_size": 151936, "tie_word_embeddings": true})")) ==
      596'049'920);
  // google-t5/t5-base
  CHECK(parameter_count(
            from(R"({"model_type": "t5", "d_model": 768, "d_ff": 3072, "num_layers": 12, "num_heads": 12, "d_kv": 64,
      "vocab_size": 32128})")) == 222'903'552);
}

TEST_CASE("behind the path stand length, dropout and what becomes of the output") {
  CHECK(json::hugging_face_path("a,b.json,seq=512,dropout=0") == "a,b.json");
  CHECK(json::hugging_face_path("b.json,outputs=dropped,seq=8") == "b.json");
  CHECK(json::hugging_face_path("b.json") == "b.json");
  const std::string path = (std::filesystem::temp_directory_path() / "perfmodel_hugging_face_test.json").string();
  std::ofstream(path) << R"({"model_type": "gpt2", "n_layer": 2})";
  const Network plain = json::read_hugging_face(path + ",seq=32"),
                bare = json::read_hugging_face(path + ",dropout=0,outputs=dropped,seq=32");
  CHECK(plain.layers.size() == bare.layers.size() + 5);  // one behind the embeddings, two a block
  CHECK(!plain.drops_output);
  CHECK(bare.drops_output);
  CHECK_THROWS_AS((void)json::read_hugging_face(path + ",seq=32,depth=3"), Error);
  std::filesystem::remove(path);
}

TEST_CASE("an unknown family, a missing or impossible field is named") {
  CHECK_THROWS_AS((void)from(R"({"model_type": "mamba"})"), Error);
  CHECK_THROWS_AS((void)from(R"({"hidden_size": 64})"), Error);
  CHECK_THROWS_AS((void)from(R"({"model_type": "llama", "hidden_size": 64})"), Error);
  CHECK_THROWS_AS((void)from(R"({"model_type": "gpt2", "n_embd": -1})"), Error);
  CHECK_THROWS_AS((void)from(R"({"model_type": "gpt2", "n_embd": 100, "n_head": 7})"), Error);
  CHECK_THROWS_AS((void)from(R"({"model_type": "gpt2", "activation_function": "relu"})"), Error);
  CHECK_THROWS_AS((void)from(R"({"model_type": "gpt2"})", 4096), Error);
  CHECK(refusal([] {
          (void)from(R"({"model_type": "gpt2", "n_layer": 10001})");
        }).find("/n_layer: got 10001; must be at most 10000") != std::string::npos);
  CHECK_THROWS_AS((void)json::read_hugging_face("no-such-file.json,seq=12"), Error);
}
}  // namespace json_hugging_face_json_test
