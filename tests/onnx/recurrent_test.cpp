#include <perfmodel/layer/recurrent.hpp>

#include "support.hpp"

namespace onnx_recurrent_test {

using namespace perfmodel;
using namespace onnx_test;
using plan::onnx_import::load;
using plan::onnx_import::Loaded;

namespace {

constexpr std::int64_t steps = 12, inputs = 8, hidden = 16;

/// A GRU with reset gates behind their product, as PyTorch's and cuDNN's. @returns its first output's name
std::string gru(Model& m, const std::string& x, bool both = false, std::vector<std::string> states = {},
                std::vector<std::pair<std::string, Dims>> more = {{"linear_before_reset", {1}}}) {
  const std::int64_t d = both ? 2 : 1;
  std::vector<std::string> read{x, m.weight("w", {d, 3 * hidden, inputs}), m.weight("r", {d, 3 * hidden, hidden}),
                                m.weight("b", {d, 6 * hidden})};
  read.insert(read.end(), states.begin(), states.end());
  more.emplace_back("hidden_size", Dims{hidden});
  m.node("GRU", "gru", read, more);
  if (!both) return "gru";
  auto& way = *m.proto().mutable_graph()->mutable_node()->rbegin()->add_attribute();
  way.set_name("direction");
  way.set_type(onnx::AttributeProto::STRING);
  way.set_s("bidirectional");
  return "gru";
}

/// The one recurrent call of a network at a batch.
op::Recurrent call_of(const Network& network, std::int64_t batch) {
  const auto shapes = infer_shapes(network, batch);
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const auto* r = std::get_if<Recurrent>(&network.layers[i].what);
    if (r == nullptr) continue;
    const std::int32_t from = network.layers[i].inputs.at(0);
    const Shape& of_input = network.inputs[0].shape;
    Shape x{batch};
    for (std::size_t k = 0; from < 0 && k < of_input.rank; ++k) x.push_back(of_input[k]);
    return recurrent_call(*r, from < 0 ? x : shapes.outputs[static_cast<std::size_t>(from)], NumberFormat::fp32,
                          NumberFormat::fp32);
  }
  FAIL("no recurrent layer");
  return {};
}

/// By hand: of each step of each sequence three gates of products with inputs and state.
double products(std::int64_t sequences, std::int64_t directions) {
  return static_cast<double>(sequences * steps * directions * 3 * hidden * (inputs + hidden));
}

void is_gru(const Loaded& loaded, std::int64_t sequences_of_sample, std::int64_t directions) {
  CAPTURE(kinds_of(loaded.network));
  for (const std::int64_t batch : {1, 7}) {
    const op::Recurrent call = call_of(loaded.network, batch);
    CHECK(call.length == steps);
    CHECK(call.batch == batch * sequences_of_sample);
    CHECK(in(work(call), mac) == products(batch * sequences_of_sample, directions));
    CHECK(forward_work(loaded.network, batch) >= work(call));
  }
  CHECK(parameter_count(loaded.network) == directions * 3 * hidden * (inputs + hidden + 2));
}

}  // namespace

TEST_CASE(
    "time-major: the batch is the second dimension of the graph's input, named or fixed, direct or behind layers") {
  for (const Extent& batch : {Extent("batch"), Extent("b"), Extent(1), Extent(4), Extent(12), Extent(24)})
    for (const bool both : {false, true})
      for (const bool behind : {false, true}) {
        CAPTURE(batch.value);
        CAPTURE(behind);
        Model m;
        m.input("x", {steps, batch, inputs});
        m.output(gru(m, behind ? m.node("Relu", "relu", {"x"}) : "x", both));
        const Loaded loaded = load(m.write("time_major.onnx"));
        CHECK(loaded.warnings.empty());
        is_gru(loaded, 1, both ? 2 : 1);
      }
  Model linear;  // fixed, behind a product with a bias, an embedding's rows
  linear.input("ids", {steps, 4}, onnx::TensorProto::INT64);
  const std::string rows = linear.node("Gather", "rows", {linear.weight("table", {100, inputs}), "ids"});
  linear.output(gru(linear, linear.node("Add", "add", {rows, linear.weight("shift", {inputs})})));
  const Network network = load(linear.write("words.onnx")).network;
  CHECK(call_of(network, 7).batch == 7);
  CHECK(call_of(network, 7).length == steps);
}

TEST_CASE("batch-first through Transpose is the same call, and nothing else where the layer turns its input itself") {
  for (const Extent& batch : {Extent("batch"), Extent(1), Extent(4), Extent(12)})
    for (const bool both : {false, true}) {
      CAPTURE(batch.value);
      Model m;
      m.input("x", {batch, steps, inputs});
      m.output(gru(m, m.node("Transpose", "turned", {"x"}, {{"perm", {1, 0, 2}}}), both));
      const Loaded loaded = load(m.write("turned.onnx"));
      CHECK(loaded.warnings.empty());
      is_gru(loaded, 1, both ? 2 : 1);
      CHECK(loaded.network.layers[0].name == "gru");

      Model first;  // the operator's own batch-first layout
      first.input("x", {batch, steps, inputs});
      first.output(gru(first, "x", both, {}, {{"layout", {1}}}));
      is_gru(load(first.write("layout.onnx")), 1, both ? 2 : 1);
    }
}

TEST_CASE("orders of dimensions that there are not are an error, whichever place of them is followed") {
  for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{3}, std::int64_t{1} << 40})
    for (const bool first : {false, true}) {
      CAPTURE(wrong);
      Model m;
      m.input("x", {Extent(4), steps, inputs});
      const std::string turned = first ? m.node("Transpose", "turned", {"x"}, {{"perm", {wrong, 0, 2}}})
                                       : m.node("Transpose", "turned", {"x"}, {{"perm", {1, wrong, 2}}});
      m.output(gru(m, m.node("Transpose", "again", {turned}, {{"perm", {1, 0, 2}}})));
      CHECK_THROWS_AS((void)load(m.write("orders.onnx")), Error);
    }
}

TEST_CASE("a batch that is folded with another dimension: as many sequences a sample") {
  for (const Extent& batch : {Extent("batch"), Extent(1), Extent(2), Extent(12), Extent(5)})
    for (const bool both : {false, true}) {
      CAPTURE(batch.value);
      Model m;
      m.input("x", {batch, 5, steps, inputs});
      const std::string folded = m.node("Reshape", "folded", {"x", m.integers("s", {-1, steps, inputs})});
      m.output(gru(m, m.node("Transpose", "turned", {folded}, {{"perm", {1, 0, 2}}}), both));
      const Loaded loaded = load(m.write("folded.onnx"));
      CHECK(loaded.warnings.empty());
      is_gru(loaded, 5, both ? 2 : 1);
    }
}

TEST_CASE("two levels, words and sentences: folded, summed over the words, apart again") {
  for (const Extent& batch : {Extent("batch"), Extent(1), Extent(3), Extent(30)}) {
    CAPTURE(batch.value);
    Model m;
    m.input("words", {batch, 5, steps}, onnx::TensorProto::INT64);
    const std::string folded = m.node("Reshape", "folded", {"words", m.integers("s", {-1, steps})});
    const std::string rows = m.node("Gather", "rows", {m.weight("table", {100, inputs}), folded});
    gru(m, m.node("Transpose", "near", {rows}, {{"perm", {1, 0, 2}}}));
    const std::string states = m.node("Squeeze", "states", {"gru", m.integers("one", {1})});
    const std::string back = m.node("Transpose", "back", {states}, {{"perm", {1, 0, 2}}});
    const std::string sum = m.node("ReduceSum", "sum", {back, "one"}, {{"keepdims", {0}}});
    const std::string apart = m.node("Reshape", "apart", {sum, m.integers("t", {-1, 5, hidden})});
    m.node("GRU", "far",
           {m.node("Transpose", "sentences", {apart}, {{"perm", {1, 0, 2}}}), m.weight("w2", {1, 3 * hidden, hidden}),
            m.weight("r2", {1, 3 * hidden, hidden})},
           {{"hidden_size", {hidden}}});
    m.output("far");
    const Network network = load(m.write("levels.onnx")).network;
    const op::Recurrent near = call_of(network, 7);
    CHECK(near.batch == 7 * 5);
    CHECK(near.length == steps);
    const auto shapes = infer_shapes(network, 7);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
      if (const auto* r = std::get_if<Recurrent>(&network.layers[i].what); r != nullptr && r->inputs == hidden)
        CHECK(text(shapes.outputs[i]) == text(Shape{7, 5, hidden}));
  }
}

TEST_CASE("both directions side by side as exporters write them, folded: the next layer has the same sequences") {
  for (const Extent& batch : {Extent("batch"), Extent(1), Extent(3), Extent(12)}) {
    CAPTURE(batch.value);
    Model m;
    m.input("x", {batch, 5, steps, inputs});
    const std::string folded = m.node("Reshape", "folded", {"x", m.integers("s", {-1, steps, inputs})});
    gru(m, m.node("Transpose", "turned", {folded}, {{"perm", {1, 0, 2}}}), true);
    const std::string apart = m.node("Transpose", "apart", {"gru"}, {{"perm", {0, 2, 1, 3}}});
    const std::string joined = m.node("Reshape", "joined", {apart, m.integers("t", {0, 0, -1})});
    m.node("GRU", "next",
           {joined, m.weight("w2", {1, 3 * hidden, 2 * hidden}), m.weight("r2", {1, 3 * hidden, hidden})},
           {{"hidden_size", {hidden}}});
    m.output("next");
    const Network network = load(m.write("stacked.onnx")).network;
    CHECK(call_of(network, 7).batch == 7 * 5);
    const auto shapes = infer_shapes(network, 7);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
      if (const auto* r = std::get_if<Recurrent>(&network.layers[i].what); r != nullptr && r->inputs == 2 * hidden)
        CHECK(text(shapes.outputs[i]) == text(Shape{7, 5, steps, hidden}));
  }
}

TEST_CASE("either place of the reset gate has the same products; the last state is one step of the result") {
  for (const std::int64_t before : {0, 1}) {
    Model m;
    m.input("x", {steps, "batch", inputs});
    gru(m, "x", true, {}, {{"linear_before_reset", {before}}});
    m.proto().mutable_graph()->mutable_node()->rbegin()->add_output("last");
    m.output("last");
    const Loaded loaded = load(m.write("reset.onnx"));
    is_gru(loaded, 1, 2);
    CHECK(elements(infer_shapes(loaded.network, 7).outputs.back()) == 7 * 2 * hidden);
  }
}

TEST_CASE("lengths and initial states are of each sequence") {
  Model m;
  m.input("x", {steps, "batch", inputs});
  m.input("lengths", {"batch"}, onnx::TensorProto::INT32);
  m.input("state", {1, "batch", hidden});
  m.output(gru(m, "x", false, {"lengths", "state"}));
  const Loaded loaded = load(m.write("states.onnx"));
  REQUIRE(loaded.warnings.size() == 2);
  mentions(loaded.warnings[0], {"node gru (GRU)", "full length"});
  mentions(loaded.warnings[1], {"node gru (GRU)", "initial state \"state\"", "no gradient"});
  is_gru(loaded, 1, 1);

  Model zeros;  // constants need no word
  zeros.input("x", {steps, 4, inputs});
  const std::string zero = zeros.weight("zero", {1, 4, hidden});
  zeros.output(gru(zeros, "x", false, {"", zero}));
  const Loaded silent = load(zeros.write("zeros.onnx"));
  CHECK(silent.warnings.empty());
  is_gru(silent, 1, 1);

  Model wrong;
  wrong.input("x", {steps, 4, inputs});
  wrong.output(gru(wrong, "x", false, {"", wrong.weight("zero", {4, 1, hidden})}));
  mentions(why(wrong.write("wrong.onnx")), {"node gru (GRU)", "initial state", "[4, 1, 16]", "must be [1, 4, 16]"});
  Model longer;
  longer.input("x", {steps, 4, inputs});
  longer.output(gru(longer, "x", false, {longer.weight("lengths", {12})}));
  mentions(why(longer.write("longer.onnx")), {"node gru (GRU)", "lengths", "[12]", "must be [4]"});
}

TEST_CASE("a batch where steps must be, or in no dimension that is known, is refused by name") {
  for (const Extent& batch : {Extent("batch"), Extent(4)}) {
    Model m;
    m.input("x", {batch, steps, inputs});
    if (batch.name.empty()) {  // the same rows as [batch, length] say: no Transpose between
      m.node("Reshape", "rows", {"x", m.integers("s", {4 * steps, inputs})});
      m.output(gru(m, m.node("Reshape", "same", {"rows", m.integers("t", {4, steps, inputs})})));
    } else {
      m.output(gru(m, "x"));
    }
    mentions(why(m.write("steps.onnx")),
             {"node gru (GRU)", "the batch in dimension 0", "must be in dimension 1 of [length, batch, inputs]"});
  }
  Model lost;  // behind an equation whose result could have it in either dimension
  lost.input("x", {4, 4, inputs});
  lost.node("Einsum", "turned", {"x", lost.weight("e", {inputs, inputs})});
  auto& a = *lost.proto().mutable_graph()->mutable_node()->rbegin()->add_attribute();
  a.set_name("equation");
  a.set_type(onnx::AttributeProto::STRING);
  a.set_s("bsw,wi->sbi");
  lost.output(gru(lost, "turned"));
  mentions(why(lost.write("lost.onnx")), {"node gru (GRU)", "no dimension known as the batch", "dimension 1"});
}
}  // namespace onnx_recurrent_test
