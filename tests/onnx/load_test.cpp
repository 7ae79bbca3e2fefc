#include <fstream>
#include <limits>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <string>

#include "support.hpp"

namespace onnx_load_test {
using namespace perfmodel;
using namespace onnx_test;
using plan::onnx_import::load;
using plan::onnx_import::Loaded;

namespace {

/// An MLP as a framework writes it.
Model mlp(const Extent& batch) {
  Model m;
  m.input("x", {batch, 2000});
  m.node("Gemm", "fc1", {"x", m.weight("w1", {512, 2000}), m.weight("b1", {512})}, {{"transB", {1}}});
  m.node("Relu", "relu1", {"fc1"});
  m.node("Gemm", "fc2", {"relu1", m.weight("w2", {512, 512}), m.weight("b2", {512})}, {{"transB", {1}}});
  m.node("Relu", "relu2", {"fc2"});
  m.node("Gemm", "fc3", {"relu2", m.weight("w3", {200, 512}), m.weight("b3", {200})}, {{"transB", {1}}});
  m.output("fc3");
  return m;
}

/// ResNet-18 as torchvision defines it, in the operators that training exports keep.
Model exported_resnet18() {
  Model m;
  m.input("input", {"batch", 3, 224, 224});
  const auto conv_bn = [&](const std::string& name, const std::string& x, std::int64_t in, std::int64_t out,
                           std::int64_t k, std::int64_t stride) {
    const std::int64_t pad = k / 2;
    const std::string y =
        m.node("Conv", name, {x, m.weight(name + ".w", {out, in, k, k})},
               {{"kernel_shape", {k, k}}, {"strides", {stride, stride}}, {"pads", {pad, pad, pad, pad}}});
    return m.node("BatchNormalization", name + ".bn",
                  {y, m.weight(name + ".g", {out}), m.weight(name + ".b", {out}), m.weight(name + ".m", {out}),
                   m.weight(name + ".v", {out})});
  };
  std::string x = m.node("Relu", "relu", {conv_bn("conv1", "input", 3, 64, 7, 2)});
  x = m.node("MaxPool", "maxpool", {x}, {{"kernel_shape", {3, 3}}, {"strides", {2, 2}}, {"pads", {1, 1, 1, 1}}});
  std::int64_t channels = 64;
  for (std::int64_t stage = 0; stage < 4; ++stage)
    for (int block = 0; block < 2; ++block) {
      const std::string name = "layer" + std::to_string(stage + 1) + "." + std::to_string(block);
      const std::int64_t out = std::int64_t{64} << stage, stride = stage > 0 && block == 0 ? 2 : 1;
      const std::string a = m.node("Relu", name + ".relu1", {conv_bn(name + ".conv1", x, channels, out, 3, stride)});
      const std::string b = conv_bn(name + ".conv2", a, out, out, 3, 1);
      const std::string skip = stride != 1 ? conv_bn(name + ".down", x, channels, out, 1, stride) : x;
      x = m.node("Relu", name + ".relu2", {m.node("Add", name + ".add", {b, skip})});
      channels = out;
    }
  x = m.node("Flatten", "flatten", {m.node("GlobalAveragePool", "pool", {x})}, {{"axis", {1}}});
  m.node("Gemm", "fc", {x, m.weight("fc.w", {1000, 512}), m.weight("fc.b", {1000})}, {{"transB", {1}}});
  m.output("fc");
  return m;
}

}  // namespace

TEST_CASE("an exported MLP is our fully connected network: parameters, operations, shapes") {
  const Network ours = fcnn({.layers = 2, .hidden = 512, .inputs = 2000, .outputs = 200});
  for (const Extent& batch : {Extent(1), Extent("N"), Extent(16)}) {
    const Loaded loaded = load(mlp(batch).write("mlp.onnx"));
    CHECK(loaded.warnings.empty());
    CHECK(loaded.network.layers.size() == ours.layers.size());
    CHECK(parameter_count(loaded.network) == parameter_count(ours));
    CHECK(parameter_count(loaded.network) == 512 * 2000 + 512 + 512 * 512 + 512 + 512 * 200 + 200);
    CHECK(forward_work(loaded.network, 64) == forward_work(ours, 64));
    CHECK(infer_shapes(loaded.network, 64).outputs.back() == Shape{64, 200});
  }
}

TEST_CASE("an exported ResNet-18 has torchvision's parameters and our network's operations") {
  const Loaded loaded = load(exported_resnet18().write("resnet18.onnx"));
  CHECK(loaded.warnings.empty());
  CHECK(parameter_count(loaded.network) == 11'689'512);
  CHECK(forward_work(loaded.network, 8) == forward_work(named_network("resnet18"), 8));
}

TEST_CASE("attention, layer norm and GELU as older exporters write them, embedding, a computed shape") {
  Model m;
  m.input("ids", {"batch", "seq"}, onnx::TensorProto::INT64);
  const std::string e = m.node("Gather", "embedding", {m.weight("table", {1000, 64}), "ids"});
  // layer norm of nine nodes
  const std::string mean = m.node("ReduceMean", "mean", {e}, {{"axes", {-1}}}), d = m.node("Sub", "sub", {e, mean});
  const std::string v =
      m.node("ReduceMean", "var", {m.node("Pow", "pow", {d, m.number("two", 2.0f)})}, {{"axes", {-1}}});
  const std::string q =
      m.node("Div", "div", {d, m.node("Sqrt", "sqrt", {m.node("Add", "eps", {v, m.number("e", 1e-5f)})})});
  const std::string n = m.node("Add", "shift", {m.node("Mul", "gain", {q, m.weight("g", {64})}), m.weight("s", {64})});
  // the product with the bias that follows
  const std::string qkv =
      m.node("Add", "qkv_bias", {m.node("MatMul", "qkv", {n, m.weight("wqkv", {64, 192})}), m.weight("bqkv", {192})});
  // heads by a shape that is computed from the input's
  const std::string shape = m.node("Shape", "shape", {"ids"});
  const std::string length =
      m.node("Unsqueeze", "length1",
             {m.node("Gather", "length", {shape, m.integers("one", {1}, true)}), m.integers("zero", {0})});
  const std::string target =
      m.node("Concat", "target", {m.integers("minus", {-1}), length, m.integers("heads", {4, 48})}, {{"axis", {0}}});
  const std::string heads =
      m.node("Transpose", "turn", {m.node("Reshape", "split", {qkv, target})}, {{"perm", {0, 2, 1, 3}}});
  const std::string scores =
      m.node("MatMul", "scores", {heads, m.node("Transpose", "turn_k", {heads}, {{"perm", {0, 1, 3, 2}}})});
  const std::string p = m.node("Softmax", "softmax", {scores}, {{"axis", {-1}}});
  const std::string y = m.node("Transpose", "back", {m.node("MatMul", "values", {p, heads})}, {{"perm", {0, 2, 1, 3}}});
  // GELU of five nodes
  const std::string erf = m.node("Erf", "erf", {m.node("Div", "scaled", {y, m.number("root", 1.4142135f)})});
  m.node("Mul", "gelu",
         {m.node("Mul", "product", {y, m.node("Add", "plus", {erf, m.number("1", 1.0f)})}), m.number("half", 0.5f)});
  m.output("gelu");
  const std::string file = m.write("attention.onnx");
  const Loaded loaded = load(file + ",seq=32");
  CHECK(loaded.warnings.empty());
  CHECK(parameter_count(loaded.network) == 1000 * 64 + 2 * 64 + 64 * 192 + 192);
  std::string kinds;
  for (const Layer& layer : loaded.network.layers) kinds += std::string(kind(layer.what)) + ' ';
  CHECK(kinds == "embedding layer_norm linear reshape transpose transpose matmul softmax matmul transpose gelu ");
  CHECK(infer_shapes(loaded.network, 8).outputs.back() == Shape{8, 32, 4, 48});
  // two products of heads x length x length x head size each, and the linear layer
  CHECK(in(forward_work(loaded.network, 1), mac) > 2.0 * 4 * 32 * 32 * 48 + 32.0 * 64 * 192);
  CHECK(load(file + ",dim:seq=32,batch=4").network.layers.size() == loaded.network.layers.size());

  mentions(why(file), {"dynamic axes without values: seq", ",seq=128"});
  mentions(why(file + ",seq=0"), {"seq", "\"0\"", "whole number"});
  mentions(why(file + ",seq=8,length=3"), {"\"length\"", "batch, seq"});
  mentions(why(file + ",seq=8,seq=9"), {"seq", "twice"});
  mentions(why(file + ",seq"), {"AXIS=VALUE"});
}

TEST_CASE("rows of a table that the graph counts itself are learned positions, which training changes") {
  const auto text_model = [](std::int64_t first, const char* reader) {
    Model m;
    m.input("ids", {"batch", 6}, onnx::TensorProto::INT64);
    const std::string words = m.node("Gather", "words", {m.weight("table", {1000, 64}), "ids"});
    const std::string counted = m.integers("range", {first, 1, 2, 3, 4, 5});
    const std::string places = m.node("Gather", "places", {m.weight("positions", {32, 64}), counted});
    m.node(reader, "sum", {words, places});
    m.output("sum");
    return load(m.write("positions.onnx")).network;
  };
  const Network learned = text_model(0, "Add");
  CHECK(parameter_count(learned) == 1000 * 64 + 32 * 64);
  std::string kinds;
  for (const Layer& layer : learned.layers) kinds += std::string(kind(layer.what)) + ' ';
  CHECK(kinds == "embedding embedding add ");
  CHECK(infer_shapes(learned, 8).outputs.back() == Shape{8, 6, 64});
  CHECK(parameter_count(text_model(3, "Add")) == 1000 * 64 + 6 * 64);  // other rows: those that are read
  CHECK(parameter_count(text_model(0, "Pow")) == 1000 * 64 + 6 * 64);
}

TEST_CASE("LSTM, transposed convolution, resize, unequal padding, tied weights") {
  Model m;
  m.input("x", {4, 1, 8});
  auto& model = m.proto();
  m.node("LSTM", "lstm", {"x", m.weight("w", {1, 64, 8}), m.weight("r", {1, 64, 16}), m.weight("b", {1, 128})},
         {{"hidden_size", {16}}});
  m.node("Squeeze", "squeeze", {"lstm", m.integers("axes", {1})});
  m.node("MatMul", "first", {"squeeze", m.weight("tied", {16, 16})});
  m.node("MatMul", "second", {"first", "tied"});
  m.output("second");
  (void)model;
  const Network recurrent = load(m.write("lstm.onnx")).network;
  CHECK(parameter_count(recurrent) == 64 * 8 + 64 * 16 + 128 + 16 * 16);
  CHECK(infer_shapes(recurrent, 3).outputs.back() == Shape{3, 4, 16});

  Model image;
  image.input("x", {1, 3, 16, 16});
  image.node("Conv", "c", {"x", image.weight("cw", {8, 3, 3, 3})},
             {{"kernel_shape", {3, 3}}, {"strides", {2, 2}}, {"pads", {0, 0, 1, 1}}});
  image.node("ConvTranspose", "t", {"c", image.weight("tw", {8, 4, 2, 2}), image.weight("tb", {4})},
             {{"kernel_shape", {2, 2}}, {"strides", {2, 2}}});
  image.node("Concat", "k", {"t", "t"}, {{"axis", {1}}});
  image.output("k");
  const Network padded = load("onnx:" + image.write("image")).network;
  CHECK(parameter_count(padded) == 8 * 27 + 8 * 4 * 4 + 4);
  CHECK(infer_shapes(padded, 2).outputs.back() == Shape{2, 8, 16, 16});
  CHECK(kind(padded.layers[0].what) == "pad");
}

TEST_CASE("unknown operators are named in a warning and costed as the bytes that they move") {
  Model m;
  m.input("x", {"N", 64});
  m.node("Gemm", "fc", {"x", m.weight("w", {64, 64})});
  auto& strange = *m.proto().mutable_graph()->add_node();
  strange.set_op_type("FancyActivation");
  strange.set_domain("com.example");
  strange.set_name("fancy");
  strange.add_input("fc");
  strange.add_output("y");
  m.output("y");
  const Loaded loaded = load(m.write("unknown.onnx"));
  REQUIRE(loaded.warnings.size() == 2);
  mentions(loaded.warnings[0], {"com.example::FancyActivation (1)", "bytes moved"});
  mentions(loaded.warnings[1], {"node fancy", "first input"});
  const std::vector<Shape> shapes{{32, 64}};
  CHECK(forward_work(loaded.network.layers.back().what, shapes) == Work{});
  CHECK(in(compulsory_traffic(loaded.network.layers.back().what, shapes, NumberFormat::fp32), byte) ==
        2.0 * 32 * 64 * 4);
}

TEST_CASE("broken files and graphs: one line that names file, node and the shapes") {
  const std::string whole = mlp("N").write("whole.onnx");
  std::string bytes;
  {
    std::ifstream in(whole, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  for (const double part : {0.01, 0.2, 0.5, 0.9, 0.99}) {
    const auto length = static_cast<std::size_t>(part * static_cast<double>(bytes.size()));
    std::ofstream(scratch("cut.onnx"), std::ios::binary) << bytes.substr(0, length);
    CAPTURE(length);
    mentions(why(scratch("cut.onnx")), {"cut.onnx", "truncated"});
  }
  std::ofstream(scratch("text.onnx")) << "no model at all\n";
  mentions(why(scratch("text.onnx")), {"text.onnx", "not a whole ONNX model"});
  std::ofstream(scratch("empty.onnx")) << "";
  mentions(why(scratch("empty.onnx")), {"empty.onnx", "without a graph"});
  mentions(why(scratch("absent.onnx")), {"absent.onnx", "No such file"});
  mentions(why(whole + ",M=3"), {"the axis \"M\"", "N"});

  Model product;
  product.input("x", {"N", 100});
  product.node("MatMul", "mm", {"x", product.weight("w", {64, 32})});
  product.output("mm");
  mentions(why(product.write("product.onnx")), {"node mm (MatMul)", "[1, 100]", "[32, 64]"});

  Model sum;
  sum.input("a", {"N", 8, 4});
  sum.input("b", {"N", 8, 5});
  sum.node("Add", "sum", {"a", "b"});
  sum.output("sum");
  mentions(why(sum.write("sum.onnx")), {"node sum (Add)", "[1, 8, 4]", "[1, 8, 5]"});

  Model channels;
  channels.input("x", {1, 3, 8, 8});
  channels.node("Conv", "conv", {"x", channels.weight("w", {16, 4, 3, 3})}, {{"kernel_shape", {3, 3}}});
  channels.output("conv");
  mentions(why(channels.write("channels.onnx")), {"node conv (Conv)", "[1, 3, 8, 8]", "[16, 4, 3, 3]"});

  Model filter;  // found by mutated files: the library's inference would read a filter's second dimension
  filter.input("x", {1, 3, 8, 8});
  filter.node("ConvTranspose", "up", {"x", filter.weight("w", {16})}, {{"kernel_shape", {3, 3}}});
  filter.output("up");
  mentions(why(filter.write("filter.onnx")), {"node up (ConvTranspose)", "[16]", "three dimensions"});

  Model unused;  // a result that nobody reads
  unused.input("x", {"N", 8});
  unused.node("MatMul", "mm", {"x", unused.weight("w", {8, 4})});
  unused.node("Relu", "r", {"x"});
  unused.output("r");
  CHECK(load(unused.write("unused.onnx")).network.layers.size() >= 1);

  Model huge;
  huge.input("x", {1, 3, std::int64_t{9223372036854775807}, 8});
  huge.node("Conv", "conv", {"x", huge.weight("w", {16, 3, 3, 3})}, {{"kernel_shape", {3, 3}}, {"pads", {1, 1, 1, 1}}});
  huge.output("conv");
  CHECK_FALSE(why(huge.write("huge.onnx")).empty());

  Model dangling;
  dangling.input("x", {"N", 8});
  dangling.node("Relu", "r", {"nowhere"});
  dangling.output("r");
  mentions(why(dangling.write("dangling.onnx")), {"node r", "\"nowhere\""});

  Model reshaped;
  reshaped.input("x", {1, 10});
  reshaped.node("Reshape", "view", {"x", reshaped.integers("s", {1, 3, 4})});
  reshaped.output("view");
  mentions(why(reshaped.write("reshaped.onnx")), {"node view (Reshape)", "[1, 10]", "[1, 3, 4]"});
}

TEST_CASE("operator sets that the library does not know: parts by number, axes as an input, newer operators") {
  for (const std::int64_t version : {13, 18, 20, 23}) {
    CAPTURE(version);
    Model m(version);
    m.input("x", {"batch", 16, 96});
    m.node("MatMul", "qkv", {"x", m.weight("w", {96, 96})});
    auto& split = *m.proto().mutable_graph()->add_node();
    split.set_op_type("Split");
    split.set_name("split");
    split.add_input("qkv");
    for (const char* part : {"q", "k", "v"}) split.add_output(part);
    for (const auto& [key, value] : {std::pair{"axis", 2}, std::pair{"num_outputs", 3}}) {
      auto& a = *split.add_attribute();
      a.set_name(key);
      a.set_type(onnx::AttributeProto::INT);
      a.set_i(value);
    }
    const std::string turned = m.node("Transpose", "turned", {"k"}, {{"perm", {0, 2, 1}}});
    m.node("MatMul", "values",
           {m.node("Softmax", "p", {m.node("MatMul", "scores", {"q", turned})}, {{"axis", {-1}}}), "v"});
    m.node("Gelu", "gelu", {"values"});
    m.node("ReduceMean", "mean", {"gelu", m.integers("axes", {1})}, {{"keepdims", {0}}});
    m.output("mean");
    const Loaded loaded = load(m.write("newer.onnx"));
    CHECK(loaded.warnings.empty());
    CHECK(infer_shapes(loaded.network, 4).outputs.back() == Shape{4, 32});
  }
}

TEST_CASE("shapes that neither rule nor library says are the file's, named extents by the axes' values") {
  Model m(18);
  m.input("x", {"batch", "s0", 8});
  auto& strange = *m.proto().mutable_graph()->add_node();
  strange.set_op_type("Attention2");
  strange.set_domain("com.example");
  strange.set_name("strange");
  strange.add_input("x");
  strange.add_output("merged");
  auto& info = *m.proto().mutable_graph()->add_value_info();
  info.set_name("merged");
  info.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  auto& shape = *info.mutable_type()->mutable_tensor_type()->mutable_shape();
  shape.add_dim()->set_dim_param("batch");
  shape.add_dim()->set_dim_param("2*s0");
  shape.add_dim()->set_dim_value(8);
  m.node("Relu", "relu", {"merged"});
  m.output("relu");
  CHECK(infer_shapes(load(m.write("written.onnx") + ",s0=16").network, 3).outputs.back() == Shape{3, 32, 8});
}

TEST_CASE("a slice to the end, a roll made of slices, a gather of windows, with a batch that is fixed above 1") {
  Model m(17);
  m.input("x", {2, 8, 8, 32});
  const std::string end = m.integers("end", {std::numeric_limits<std::int64_t>::max()}), two = m.integers("two", {2});
  const std::string zero = m.integers("zero", {0}), axis = m.integers("axis", {1});
  const std::string tail = m.node("Slice", "tail", {"x", two, end, axis});
  const std::string head = m.node("Slice", "head", {"x", zero, two, axis});
  const std::string rolled = m.node("Concat", "rolled", {tail, head}, {{"axis", {1}}});
  const std::string windows = m.node("Reshape", "windows", {rolled, m.integers("s", {8, 16, 3, 2, 16})});
  (void)windows;
  m.output("windows");
  mentions(why(m.write("impossible.onnx")), {"node windows (Reshape)"});

  Model good(17);
  good.input("x", {2, 8, 8, 96});
  const std::string last = good.integers("end", {std::numeric_limits<std::int64_t>::max()});
  const std::string from = good.integers("two", {2}), at = good.integers("axis", {1});
  good.node("Concat", "rolled",
            {good.node("Slice", "tail", {"x", from, last, at}),
             good.node("Slice", "head", {"x", good.integers("zero", {0}), from, at})},
            {{"axis", {1}}});
  good.node("Reshape", "windows", {"rolled", good.integers("s", {8, 16, 3, 2, 16})});
  good.node("Transpose", "turned", {"windows"}, {{"perm", {2, 0, 3, 1, 4}}});
  good.node("Gather", "query", {"turned", good.integers("first", {0}, true)}, {{"axis", {0}}});
  good.output("query");
  const Network network = load(good.write("windows.onnx")).network;
  CHECK(elements(infer_shapes(network, 2).outputs.back()) == 2 * 4 * 16 * 32);
}

TEST_CASE("SiLU of two nodes is one layer; control flow is refused by name") {
  Model m;
  m.input("x", {"batch", 8});
  m.node("Mul", "product", {"x", m.node("Sigmoid", "gate", {"x"})});
  m.output("product");
  const Network silu = load(m.write("silu.onnx")).network;
  REQUIRE(silu.layers.size() == 1);
  CHECK(kind(silu.layers[0].what) == "silu");

  Model branch;
  branch.input("x", {"batch", 8});
  branch.node("If", "choice", {"x"});
  branch.output("choice");
  mentions(why(branch.write("if.onnx")), {"node choice", "If", "control flow"});
}

TEST_CASE("a graph that ends in the loss of rows ends in what that reads; another is told to end in its output") {
  for (const bool pictures : {false, true}) {
    CAPTURE(pictures);
    Model m;
    const auto shape = pictures ? std::vector<Extent>{"batch", 8, 4, 4} : std::vector<Extent>{"batch", 8};
    m.input("x", shape);
    m.input("labels", {"batch"}, onnx::TensorProto::INT64);
    m.node("Relu", "relu", {"x"});
    m.node("SoftmaxCrossEntropyLoss", "loss", {"relu", "labels"});
    m.output("loss");
    const std::string file = m.write("loss.onnx");
    if (pictures) {
      mentions(why(file), {"node loss", "export it without labels", "loss=cross_entropy"});
      continue;
    }
    const Network network = load(file).network;
    CHECK(kinds_of(network) == "relu ");
    CHECK(std::holds_alternative<CrossEntropy>(network.loss));
  }
}

TEST_CASE(
    "batch norms that an exporter folded away run again, as in PyTorch, unless the file is to be taken as it is") {
  for (const auto& [bias, result, folded] :
       {std::tuple{"stem.weight_bias", "conv", true}, std::tuple{"stem.bias", "conv", false},
        std::tuple{"stem.bias", "getitem_5", true}}) {
    CAPTURE(bias);
    CAPTURE(result);
    Model m;
    m.input("x", {"batch", 3, 8, 8});
    m.node("Conv", result, {"x", m.weight("stem.weight", {16, 3, 3, 3}), m.weight(bias, {16})},
           {{"kernel_shape", {3, 3}}});
    m.output(result);
    const std::string file = m.write("folded.onnx");
    const Loaded loaded = load(file);
    REQUIRE(loaded.warnings.size() == (folded ? 1 : 0));
    if (folded) mentions(loaded.warnings[0], {"folded batch norms", "1 convolution", "norms=folded"});
    CHECK(loaded.network.layers.size() == (folded ? 2 : 1));
    const bool own = std::string(bias) == "stem.bias";
    CHECK(parameter_count(loaded.network) == 16 * 27 + (own ? 16 : 0) + (folded ? 32 : 0));
    CHECK(load(file + ",norms=folded").network.layers.size() == 1);
  }
  mentions(why(mlp("N").write("mlp.onnx") + ",norms=no"), {"norms", "restored or folded"});
}

namespace {

/// Attention as exporters write it after one product for queries, keys and values; `both`: queries and keys are scaled.
Model exported_attention(bool both, const std::string& mask = {}) {
  Model m(17);
  m.input("x", {2, 16, 96});
  m.node("Reshape", "parts",
         {m.node("MatMul", "qkv", {"x", m.weight("w", {96, 288})}), m.integers("s", {2, 16, 3, 4, 24})});
  m.node("Transpose", "turned", {"parts"}, {{"perm", {2, 0, 3, 1, 4}}});
  for (const auto& [name, i] : {std::pair{"q", 0}, std::pair{"k", 1}, std::pair{"v", 2}})
    m.node("Gather", name, {"turned", m.integers(std::string(name) + "i", {i}, true)}, {{"axis", {0}}});
  const std::string scale = m.number("scale", 0.45f), k = m.node("Transpose", "kt", {"k"}, {{"perm", {0, 1, 3, 2}}});
  std::string scores =
      m.node("MatMul", "scores", {m.node("Mul", "qs", {"q", scale}), both ? m.node("Mul", "ks", {k, scale}) : k});
  if (!mask.empty())
    scores =
        m.node("Add", "masked",
               {scores, m.node("Trilu", "mask", {m.node("ConstantOfShape", "ones", {m.integers("size", {16, 16})})})});
  m.node("MatMul", "seen", {m.node("Softmax", "share", {scores}, {{"axis", {-1}}}), "v"});
  m.node("Transpose", "back", {"seen"}, {{"perm", {0, 2, 1, 3}}});
  m.node("Reshape", "joined", {"back", m.integers("t", {2, 16, 96})});
  m.node("MatMul", "out", {"joined", m.weight("o", {96, 96})});
  m.output("out");
  return m;
}

}  // namespace

TEST_CASE("queries and keys both scaled are fused attention, without a copy of its operands; one of both is not") {
  const Network fused = load(exported_attention(true).write("fused.onnx")).network;
  CHECK(kinds_of(fused) ==
        "linear reshape slice reshape slice reshape slice reshape reshape reshape reshape attention reshape reshape "
        "linear ");
  CHECK(infer_shapes(fused, 8).outputs.back() == Shape{8, 16, 96});
  for (const Layer& layer : fused.layers)
    if (const auto* a = std::get_if<DotProductAttention>(&layer.what)) {
      CHECK(a->heads == 4);
      CHECK(a->head_size == 24);
      CHECK(!a->causal);
    }
  const Network masked = load(exported_attention(true, "later").write("masked.onnx")).network;
  for (const Layer& layer : masked.layers)
    if (const auto* a = std::get_if<DotProductAttention>(&layer.what)) CHECK(a->causal);
  CHECK(kinds_of(masked) == kinds_of(fused));
  const std::string by_hand = kinds_of(load(exported_attention(false).write("by_hand.onnx")).network);
  CHECK(by_hand.find("attention") == std::string::npos);
  CHECK(by_hand.find("matmul softmax matmul transpose") != std::string::npos);
}

TEST_CASE("Attention of operator set 23, with fewer heads for keys than for queries, in heads and side by side") {
  Model m(23);
  m.input("q", {1, 8, 32, 16});
  m.input("k", {1, 2, 32, 16});
  m.input("v", {1, 2, 32, 16});
  m.node("Attention", "seen", {"q", "k", "v"}, {{"is_causal", {1}}});
  m.output("seen");
  const Network network = load(m.write("attention23.onnx")).network;
  CHECK(infer_shapes(network, 4).outputs.back() == Shape{4, 8, 32, 16});
  CHECK(kinds_of(network).find("attention") != std::string::npos);
  Model other(23);
  for (const char* name : {"q", "k", "v"}) other.input(name, {1, 32, 128});
  other.node("Attention", "seen", {"q", "k", "v"}, {{"q_num_heads", {8}}, {"kv_num_heads", {8}}});
  other.output("seen");
  CHECK(kinds_of(load(other.write("attention3.onnx")).network) == "attention ");
}

TEST_CASE("an equation of two operands is a product, with a weight a linear layer") {
  const auto einsum = [](Model& m, const char* equation, std::vector<std::string> inputs) {
    m.node("Einsum", "y", inputs);
    auto& a = *m.proto().mutable_graph()->mutable_node()->rbegin()->add_attribute();
    a.set_name("equation");
    a.set_type(onnx::AttributeProto::STRING);
    a.set_s(equation);
    m.output("y");
  };
  Model two;
  two.input("q", {2, 4, 32, 16});
  two.input("k", {2, 4, 24, 16});
  einsum(two, "bhnd,bhmd->bhnm", {"q", "k"});
  const Network product = load(two.write("product.onnx")).network;
  CHECK(kinds_of(product) == "matmul ");
  CHECK(in(forward_work(product, 3), mac) == 3.0 * 4 * 32 * 24 * 16);
  CHECK(infer_shapes(product, 3).outputs.back() == Shape{3, 4, 32, 24});

  Model weight;
  weight.input("x", {2, 10, 16});
  einsum(weight, "bsw,ewi->ebsi", {"x", weight.weight("w", {8, 16, 32})});
  const Network linear = load(weight.write("weight.onnx")).network;
  CHECK(parameter_count(linear) == 8 * 16 * 32);
  CHECK(in(forward_work(linear, 3), mac) == 3.0 * 10 * 16 * 8 * 32);

  Model three;  // no product of two: bytes, with the shape that the equation says
  three.input("x", {2, 10, 16});
  einsum(three, "bsw,bsw,bsw->bs", {"x", "x", "x"});
  const Loaded loaded = load(three.write("three.onnx"));
  REQUIRE(loaded.warnings.size() == 1);
  mentions(loaded.warnings[0], {"Einsum (1)"});
  CHECK(infer_shapes(loaded.network, 3).outputs.back() == Shape{3, 10});
}

TEST_CASE("convolutions of volumes have their parameters and operations") {
  for (const std::int64_t stride : {1, 2}) {
    Model m;
    m.input("x", {1, 8, 16, 24, 24});
    m.node("Conv", "c", {"x", m.weight("w", {12, 8, 3, 3, 3}), m.weight("b", {12})},
           {{"kernel_shape", {3, 3, 3}}, {"strides", {stride, stride, stride}}, {"pads", {1, 1, 1, 1, 1, 1}}});
    m.node("ConvTranspose", "t", {"c", m.weight("u", {12, 6, 2, 2, 2})},
           {{"kernel_shape", {2, 2, 2}}, {"strides", {2, 2, 2}}});
    m.output("t");
    const Loaded loaded = load(m.write("volumes.onnx"));
    CHECK(loaded.warnings.empty());
    CHECK(parameter_count(loaded.network) == 12 * 8 * 27 + 12 + 12 * 6 * 8);
    const std::int64_t d = 16 / stride, h = 24 / stride;
    CHECK(infer_shapes(loaded.network, 2).outputs.back() == Shape{2, 6, 2 * d, 2 * h, 2 * h});
    CHECK(in(forward_work(loaded.network, 1), mac) ==
          doctest::Approx(static_cast<double>(d * h * h) * (12 * 8 * 27 + 12 * 6 * 8)).epsilon(0.02));  // the bias
  }
}

TEST_CASE("an RMS norm of operator set 23 is one layer") {
  Model m(23);
  m.input("x", {1, 8, 64});
  m.node("RMSNormalization", "norm", {"x", m.weight("w", {64})}, {{"axis", {-1}}});
  m.output("norm");
  CHECK(kinds_of(load(m.write("rms.onnx")).network) == "rms_norm ");
}

TEST_CASE(
    "keys that lie as a matrix for each head are fused attention's, too; a result that is only turned is a view") {
  Model m(18);
  m.input("q", {2, 4, 16, 24});
  m.input("k", {2, 16, 96});
  m.input("v", {2, 4, 16, 24});
  const std::string scale = m.number("scale", 0.45f);
  const std::string apart = m.node("Reshape", "apart", {"k", m.integers("s", {16, 8, 24})});
  const std::string matrices = m.node("Transpose", "matrices", {apart}, {{"perm", {1, 0, 2}}});
  const std::string turned = m.node("Transpose", "turned", {matrices}, {{"perm", {0, 2, 1}}});
  const std::string keys = m.node("Reshape", "keys", {turned, m.integers("t", {2, 4, 24, 16})});
  const std::string scores =
      m.node("MatMul", "scores", {m.node("Mul", "qs", {"q", scale}), m.node("Mul", "ks", {keys, scale})});
  m.node("MatMul", "seen", {m.node("Softmax", "share", {scores}, {{"axis", {-1}}}), "v"});
  m.output("seen");
  const std::string kinds = kinds_of(load(m.write("matrices.onnx")).network);
  CHECK(kinds.find("attention") != std::string::npos);
  CHECK(kinds.find("softmax") == std::string::npos);

  Model result;
  result.input("x", {"batch", 8, 16});
  result.node("Transpose", "y", {result.node("MatMul", "fc", {"x", result.weight("w", {16, 32})})},
              {{"perm", {0, 2, 1}}});
  result.output("y");
  const Network network = load(result.write("result.onnx")).network;
  REQUIRE(kinds_of(network) == "linear transpose ");
  CHECK(!std::get<perfmodel::Transpose>(network.layers[1].what).copied);
  CHECK(infer_shapes(network, 4).outputs.back() == Shape{4, 32, 8});
}

TEST_CASE("group norms as exporters write them, Mish, GELU by its tanh formula with products") {
  Model m(17);
  m.input("x", {2, 32, 8, 8});
  const std::string grouped = m.node("Reshape", "grouped", {"x", m.integers("s", {2, 4, -1})});
  const std::string normed =
      m.node("InstanceNormalization", "normed", {grouped, m.weight("ones", {4}), m.weight("zeros", {4})});
  const std::string back = m.node("Reshape", "back", {normed, m.integers("whole", {2, 32, 8, 8})});
  const std::string gained = m.node("Mul", "gained", {back, m.weight("gain", {32, 1, 1})});
  const std::string y = m.node("Add", "shifted", {gained, m.weight("shift", {32, 1, 1})});
  const std::string mish = m.node("Mul", "mish", {y, m.node("Tanh", "tanh", {m.node("Softplus", "plus", {y})})});
  const std::string cube = m.node("Mul", "cube", {mish, m.node("Mul", "square", {mish, mish})});
  const std::string sum = m.node("Add", "sum", {mish, m.node("Mul", "little", {m.number("k", 0.044715f), cube})});
  const std::string t = m.node("Tanh", "t", {m.node("Mul", "inner", {m.number("root", 0.7978845f), sum})});
  const std::string product = m.node("Mul", "product", {mish, m.node("Add", "one_more", {t, m.number("one", 1.0f)})});
  m.node("Mul", "gelu", {product, m.number("half", 0.5f)});
  m.output("gelu");
  const Network network = load(m.write("group_norm.onnx")).network;
  CHECK(kinds_of(network) == "cast group_norm mish gelu ");
  CHECK(parameter_count(network) == 64);
}
}  // namespace onnx_load_test
