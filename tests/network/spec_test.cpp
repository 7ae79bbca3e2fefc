#include <doctest/doctest.h>

#include <array>
#include <perfmodel/network/spec.hpp>

namespace network_spec_test {
using namespace perfmodel;

TEST_CASE("a network is named with or without options") {
  const NetworkSpec plain = network_spec_from("VGG16");
  CHECK(plain.name == "vgg16");
  CHECK(plain.options.empty());
  const NetworkSpec spec = network_spec_from("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600");
  CHECK(spec.name == "fcnn");
  CHECK(required_integer(spec, "hidden") == 4096);
  CHECK(integer(spec, "batch", 7) == 7);
  CHECK(image_size(network_spec_from("inception_v3:input=600x800"), "input", {299, 299}) == ImageSize{600, 800});
  CHECK(word(network_spec_from("a:head=mlm"), "head", "none", {"mlm", "none"}) == "mlm");
}

TEST_CASE("a malformed name says what it got and what it accepts") {
  CHECK_THROWS_WITH_AS((void)network_spec_from(""), "network: got \"\"; must be name:key=value,...", Error);
  CHECK_THROWS_WITH_AS((void)network_spec_from("a:"), "network \"a\": got \"\"; an option must be key=value", Error);
  CHECK_THROWS_WITH_AS((void)network_spec_from("a:b"), "network \"a\": got \"b\"; an option must be key=value", Error);
  CHECK_THROWS_WITH_AS((void)network_spec_from("a:b=1,b=2"), "network \"a\": got \"b\"; must be given once", Error);
  const NetworkSpec bad = network_spec_from("a:n=12x,m=0,big=1e300,i=3");
  CHECK_THROWS_AS((void)integer(bad, "n", 1), Error);
  CHECK_THROWS_AS((void)integer(bad, "m", 1), Error);
  CHECK_THROWS_AS((void)integer(bad, "big", 1), Error);
  CHECK_THROWS_AS((void)image_size(bad, "i", {}), Error);
  CHECK_THROWS_WITH_AS((void)required_integer(bad, "layers"),
                       "network a: got no option \"layers\"; must be given, as in a:layers=4", Error);
  CHECK_THROWS_WITH_AS(accept_only(bad, {"n", "m", "big"}), "network a: got option \"i\"; must be one of n, m, big",
                       Error);
}

TEST_CASE("a share is written as one, or in percent") {
  const auto read = [](const char* text) { return share(network_spec_from(std::string("x:p=") + text), "p", 0.5); };
  CHECK(read("0") == 0.0);
  CHECK(read("0.15") == 0.15);
  CHECK(read("1") == 0.01);
  CHECK(read("99") == 0.99);
  CHECK(share(network_spec_from("x"), "p", 0.5) == 0.5);
  for (const char* wrong : {"-0.1", "1.5", "100", "nan", "inf", "much", "0.1x", ""})
    CHECK_THROWS_AS((void)read(wrong), Error);
}

TEST_CASE("nearest words come first") {
  constexpr std::array<std::string_view, 4> words{"resnet18", "resnet50", "vgg16", "gpt2-124m"};
  CHECK(nearest_words("resnet5", words, 1) == std::vector<std::string>{"resnet50"});
  CHECK(nearest_words("gpt2", words, 1) == std::vector<std::string>{"gpt2-124m"});
}
}  // namespace network_spec_test
