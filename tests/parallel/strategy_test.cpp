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
  for (const char* word : {"ddp+fsdp", "zero1+zero2", "tp=2+tp=4", "sp+tp+sp"}) {
    CAPTURE(word);
    CHECK(refusal([&] { (void)read(word); }) ==
          "--strategy: got \"" + std::string(word) +
              "\"; must say each part once, and one of ddp, zero1, zero2 and fsdp");
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

TEST_CASE("ranks that a network has nothing for are refused, not left out") {
  const auto refused = [](const char* word, const SpreadLimits& limits) {
    try {
      require_spreadable(strategy_from(word, "--strategy"), limits, "net", word, "--strategy");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const SpreadLimits none{}, text{.heads = 8, .key_heads = 8, .blocks = 4, .sequence = 512},
      mixture{.heads = 8, .key_heads = 8, .blocks = 4, .experts = 4, .sequence = 512};
  CHECK(refused("ep", text) == "--strategy: got \"ep\"; net has no experts to spread (ep)");
  CHECK_FALSE(refused("fsdp+ep=2", text).empty());
  CHECK(refused("ep", mixture).empty());
  for (const char* word : {"tp+pp", "cp", "pp"}) {
    CHECK_FALSE(refused(word, none).empty());
    CHECK(refused(word, text).empty());
  }
  for (const char* word : {"ddp", "fsdp", "tp=2", "pp=2"}) CHECK(refused(word, none).empty());
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

TEST_CASE("degrees where nothing was said: what divides heads of both kinds, experts, twice the sequence") {
  const auto degrees = [](const Strategy& s, const SpreadLimits& limits, std::int64_t ParallelLayout::*degree,
                          std::int64_t gpus = 16, std::int64_t per_node = 8) {
    std::vector<std::int64_t> list;
    for (const ParallelLayout& l : layouts(s, limits, gpus, per_node)) list.push_back(l.*degree);
    return list;
  };
  using Degrees = std::vector<std::int64_t>;
  const Strategy tp{.tp = Strategy::any}, pp{.pp = Strategy::any}, ep{.ep = Strategy::any}, cp{.cp = Strategy::any};
  CHECK(degrees(tp, {.heads = 32, .key_heads = 4}, &ParallelLayout::tp) == Degrees{1, 2, 4});
  CHECK(degrees(tp, {.heads = 4, .key_heads = 32}, &ParallelLayout::tp) == Degrees{1, 2, 4});
  CHECK(degrees(tp, {.heads = 32, .key_heads = 32}, &ParallelLayout::tp) == Degrees{1, 2, 4, 8});  // of one host
  CHECK(degrees(tp, {.key_heads = 32}, &ParallelLayout::tp) == Degrees{1});
  CHECK(degrees(pp, {.blocks = 4}, &ParallelLayout::pp) == Degrees{1, 2, 4});
  CHECK(degrees(ep, {.experts = 8}, &ParallelLayout::ep) == Degrees{1, 2, 4, 8});
  CHECK(degrees(ep, {}, &ParallelLayout::ep) == Degrees{1});
  CHECK(degrees(cp, {.heads = 1, .sequence = 8}, &ParallelLayout::cp) == Degrees{1, 2, 4});
  CHECK(degrees(cp, {.sequence = 8}, &ParallelLayout::cp) == Degrees{1});
  const Strategy cut{.tp = Strategy::any, .sequence_parallel = true};
  CHECK(degrees(cut, {.heads = 8, .key_heads = 8, .sequence = 6}, &ParallelLayout::tp) == Degrees{1, 2});
  const std::vector<ParallelLayout> both = layouts({.pp = 2, .ep = 2, .cp = 2, .zero = 3}, {}, 16, 8);
  REQUIRE(both.size() == 1);
  CHECK(both[0].dp == 2);
  CHECK(both[0].zero == 3);
  CHECK(layouts({.pp = 16, .zero = 3}, {}, 16, 8).at(0).zero == 0);  // one copy
}

TEST_CASE("long texts are spread by context from 32,768 tokens on") {
  const auto any_context = [](std::int64_t sequence, std::int64_t heads) {
    for (const Strategy& s : usual_strategies({.heads = heads, .sequence = sequence}))
      if (s.cp == Strategy::any) return true;
    return false;
  };
  CHECK(any_context(32768, 8));
  CHECK_FALSE(any_context(32767, 8));
  CHECK_FALSE(any_context(32768, 0));
}

TEST_CASE("networks of other inputs than rows of tokens are spread by data alone") {
  Network text = build(Gpt2{.layers = 1, .sequence = 64});
  CHECK(spread_limits(text).sequence == 64);
  Network pairs = text;
  pairs.inputs.push_back({.shape = Shape{4}});  // numbers
  CHECK(spread_limits(pairs).sequence == 0);
  Network table = text;
  table.inputs[0].shape = Shape{64, 2};
  CHECK(spread_limits(table).heads == 0);
}
}  // namespace parallel_strategy_test
