#include <doctest/doctest.h>

#include <perfmodel/measurement/format_words.hpp>
#include <string>

#include "../refusal.hpp"

namespace measurement_format_words_test {
using namespace perfmodel;

TEST_CASE("measured_format_from() takes every format's own word, in any case") {
  for (const NumberFormat format : all_number_formats) {
    std::string word(name(format));
    CHECK(measured_format_from(word, "x") == format);
    for (char& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    CHECK(measured_format_from(word, "x") == format);
  }
}

TEST_CASE("measured_format_from() takes the words of frameworks and of DeepBench") {
  CHECK(measured_format_from("torch.float16", "x") == NumberFormat::fp16);
  CHECK(measured_format_from("half", "x") == NumberFormat::fp16);
  CHECK(measured_format_from("torch.bfloat16", "x") == NumberFormat::bf16);
  CHECK(measured_format_from("float32", "x") == NumberFormat::fp32);
  CHECK(measured_format_from("float", "x") == NumberFormat::fp32);
  CHECK(measured_format_from("double", "x") == NumberFormat::fp64);
  CHECK(measured_format_from("fp16_tensorop", "x") == NumberFormat::fp16);
}

TEST_CASE("measured_format_from() refuses anything else, with its place") {
  const auto message = [](const char* word) {
    return refusal([&] { (void)measured_format_from(word, "t.csv:2: dtype"); });
  };
  CHECK(message("fp33") ==
        "t.csv:2: dtype: got \"fp33\"; must be one of fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4, int1");
  for (const char* word : {"", "torch.", "torch.torch.half", "fp16_in_fp32_math", "halfs"})
    CHECK(message(word).find("must be one of fp64") != std::string::npos);
}
}  // namespace measurement_format_words_test
