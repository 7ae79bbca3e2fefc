#include <doctest/doctest.h>

#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/parallel/strategy.hpp>
#include <set>

#include "tests/refusal.hpp"

namespace parallel_strategy_test {
using namespace perfmodel;

namespace {

[[nodiscard]] Strategy read(const char* word) { return strategy_from(word, "--strategy"); }

const SpreadLimits gpt{.heads = 12, .key_heads = 12, .blocks = 12, .sequence = 1024};

}  // namespace

TEST_CASE("strategies are read from words joined by +, with degrees or without") {
  CHECK(read("ddp") == Strategy{});
  CHECK(read("FSDP") == Strategy{.zero = 3});
  CHECK(read("zero3") == read("fsdp"));
  CHECK(read("tp=8+sp+pp+zero1") == Strategy{.tp = 8, .pp = Strategy::any, .zero = 1, .sequence_parallel = true});
  CHECK(read("ep=4+cp=2") == Strategy{.ep = 4, .cp = 2});
  CHECK(read("pp+zb+zero1") == Strategy{.pp = Strategy::any, .zero = 1, .zero_bubble = true});
  CHECK(read("zero2+offload") == Strategy{.zero = 2, .offload = true});
  for (const char* word :
       {"zb=2", "offload=1", "", "tp=0", "tp=x", "tp=", "fsdp=2", "sp=2", "tensor", "tp+", "tp=4x"}) {
    CAPTURE(word);
    CHECK(refusal([&] {
            (void)read(word);
          }).find("must be auto, or ddp, zero1, zero2, fsdp, tp, sp, pp, zb, ep, cp, offload") != std::string::npos);
  }
  CHECK(refusal([] { (void)read("zb"); }) == "--strategy: got \"zb\"; zb is a schedule of stages: add pp");
  CHECK(refusal([] { (void)read("sp"); }) == "--strategy: got \"sp\"; sp cuts the sequence among tensor ranks: add tp");
}

TEST_CASE("a layout's text reads back as a strategy of the same degrees") {
  const ParallelLayout layout{.dp = 2, .tp = 8, .pp = 4, .zero = 1, .sequence_parallel = true};
  CHECK(strategy_text(layout) == "tp=8+sp+pp=4+zero1");
  CHECK(strategy_text({.dp = 8}) == "ddp");
  const std::vector<ParallelLayout> back = layouts(read(strategy_text(layout).c_str()), gpt, 64, 8);
  REQUIRE(back.size() == 1);
  CHECK(back[0] == layout);
  for (const char* word : {"pp=4+zb+zero1", "fsdp+offload", "ddp+offload"}) {
    CAPTURE(word);
    CHECK(strategy_text(layouts(read(word), gpt, 8, 8).at(0)) == word);
  }
}

TEST_CASE("what limits the degrees is read from the network") {
  const SpreadLimits limits = spread_limits(build(Gpt2{.sequence = 1024}));
  CHECK(limits.heads == 12);
  CHECK(limits.blocks == 12);
  CHECK(limits.sequence == 1024);
  CHECK(limits.experts == 0);
  CHECK(spread_limits(named_network("resnet18")).heads == 0);
  CHECK(spread_limits(build(Llama{.experts = 8, .experts_used = 2})).experts == 8);
}

TEST_CASE("layouts: every split that the network allows multiplies to the GPUs; tensor ranks stay in one host") {
  const Strategy open{.tp = Strategy::any, .pp = Strategy::any, .zero = 1, .sequence_parallel = true};
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (const ParallelLayout& l : layouts(open, gpt, 48, 8)) {
    CAPTURE(strategy_text(l));
    CHECK(l.gpus() == 48);
    CHECK(l.tp <= 8);
    CHECK(12 % l.tp == 0);
    CHECK(1024 % l.tp == 0);  // the sequence is cut, too
    CHECK(l.pp <= 12);
    CHECK(l.zero == (l.dp > 1 ? 1 : 0));
    CHECK(l.sequence_parallel == (l.tp > 1));
    seen.insert({l.tp, l.pp});
  }
  // tp of 1, 2, 4 (3 and 6 do not divide 1024 tokens), stages of the divisors of what is left up to 12
  CHECK(seen.size() == 7 + 7 + 6);
  // degrees that were said are kept, so that the error names them
  CHECK(layouts(read("tp=16"), gpt, 16, 8).size() == 1);
  CHECK(layouts(read("tp=5"), gpt, 16, 8).empty());
  CHECK(layouts(read("ep"), gpt, 8, 8).size() == 1);
}

TEST_CASE("usual strategies: more of them where a network has heads, experts, a long sequence") {
  const std::size_t plain = usual_strategies({}).size(), text = usual_strategies(gpt).size();
  SpreadLimits mixture = gpt;
  mixture.experts = 8;
  SpreadLimits long_text = gpt;
  long_text.sequence = 65536;
  CHECK(plain < text);
  CHECK(text < usual_strategies(mixture).size());
  CHECK(text < usual_strategies(long_text).size());
}
}  // namespace parallel_strategy_test
