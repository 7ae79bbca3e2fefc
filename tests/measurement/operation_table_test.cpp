#include <doctest/doctest.h>

#include <perfmodel/measurement/operation_table.hpp>
#include <string>

namespace measurement_operation_table_test {
using namespace perfmodel;

namespace {
Bytes bytes(const OperationMeasurement& m) {
  Bytes sum{};
  for (const Operation& operation : m.operations) sum += traffic(operation);
  return sum;
}
const op::Pointwise& pointwise(const OperationMeasurement& m) { return std::get<op::Pointwise>(m.operations.at(0)); }
}  // namespace

TEST_CASE("raw operations: bytes and shapes") {
  const CsvTable table = parse_csv(
      "op,dtype,rows,columns,tensors,time_us\n"
      "add,bf16,1,1000,1,2.5\n"
      "softmax,fp32,64,128,1,3\n"
      "layer_norm_backward,fp32,64,128,1,5\n"
      "to_fp32,bf16,1,1000,1,4\n"
      "foreach_add,fp32,1,100,65,9\n"
      "no_such_operation,fp32,1,1,1,1\n",
      "ops.csv");
  const std::vector<OperationMeasurement> rows = raw_operations(table, "h200-sxm");
  REQUIRE(rows.size() == 5);  // the unknown one is left out
  CHECK(bytes(rows[0]) == 6000.0 * byte);
  CHECK(rows[0].seconds == 1e-6 * 2.5);
  CHECK(std::get<op::Softmax>(rows[1].operations.at(0)).rows == 64);
  CHECK(rows[2].operations.size() == 2);  // input gradient; gain and shift
  CHECK(pointwise(rows[3]).outputs[0].format == NumberFormat::fp32);
  CHECK(std::get<op::Update>(rows[4].operations.at(0)).sizes->size() == 65);
  CHECK(rows[4].place == "ops.csv:6");
}

TEST_CASE("eager operations: one JSON column of parameters") {
  const CsvTable table = parse_csv(
      "gpu,op,params,time_us\n"
      "T4,add,\"{\"\"b\"\": 10, \"\"h\"\": 20}\",30\n"
      "V100,conv2d_fwd,\"{\"\"n\"\": 2, \"\"c\"\": 3, \"\"k\"\": 5, \"\"r\"\": 3, \"\"hw\"\": 7, \"\"stride\"\": 1, "
      "\"\"pad\"\": 1, \"\"kernel\"\": \"\"x\"\"}\",99\n"
      "L4,conv2d_fwd,\"{\"\"n\"\": 2, \"\"c\"\": 3, \"\"k\"\": 5, \"\"r\"\": 3, \"\"hw\"\": 7, \"\"stride\"\": 1, "
      "\"\"pad\"\": 1, \"\"kernel\"\": \"\"sm80_xmma_fprop_tf32f32\"\"}\",99\n",
      "eager.csv");
  const std::vector<OperationMeasurement> rows = eager_operations(table);
  REQUIRE(rows.size() == 3);
  CHECK(std::get<Convolution>(rows[2].operations.at(0)).format == NumberFormat::tf32);  // as the kernel says
  CHECK(elements(pointwise(rows[0]).outputs[0].shape) == 200);
  CHECK(bytes(rows[0]) == 2400.0 * byte);
  CHECK(rows[0].version == KernelVersion::pytorch_2_1);
  CHECK(!rows[0].in_graph);
  CHECK(rows[0].operands == Operands::warm);  // called again and again on the same tensors
  const Convolution& c = std::get<Convolution>(rows[1].operations.at(0));
  CHECK(c.k == 5);
  CHECK(c.p() == 7);
  CHECK(c.format == NumberFormat::fp32);
}

TEST_CASE("eager operations: a column dtype, or the caller, says the format of the tensors") {
  const std::string image =
      "\"{\"\"n\"\": 2, \"\"c\"\": 3, \"\"k\"\": 5, \"\"r\"\": 3, \"\"hw\"\": 7, \"\"stride\"\": 1, \"\"pad\"\": 1}\"";
  const CsvTable table = parse_csv(
      "op,dtype,params,time_us\nadd,float16,\"{\"\"b\"\": 10, \"\"h\"\": 20}\",30\nadd,,\"{\"\"b\"\": 10, \"\"h\"\": "
      "20}\",30\nconv2d_fwd,," +
          image + ",99\nconv2d_fwd,bf16," + image + ",99\n",
      "eager.csv");
  const auto rows = eager_operations(table, NumberFormat::tf32);
  REQUIRE(rows.size() == 4);
  CHECK(bytes(rows[0]) == 1200.0 * byte);  // 3 x 200 elements of two bytes
  CHECK(bytes(rows[1]) == 2400.0 * byte);
  CHECK(std::get<Convolution>(rows[2].operations.at(0)).format == NumberFormat::tf32);
  CHECK(std::get<Convolution>(rows[3].operations.at(0)).format == NumberFormat::bf16);
  CHECK_THROWS_AS((void)eager_operations(parse_csv("op,dtype,params,time_us\nadd,fp17,{},30\n", "e.csv")), Error);
}

TEST_CASE("raw convolutions and attention") {
  const CsvTable convolutions = parse_csv(
      "pass,dtype,memory_format,n,c,h,w,k,r,s,stride,pad,groups,time_us\nweight_gradient,tf32,nhwc,8,64,56,56,32,3,3,2,"
      "1,1,10\n",
      "c.csv");
  const Convolution c = std::get<Convolution>(raw_convolutions(convolutions, "x").at(0).operations.at(0));
  CHECK(c.pass == ConvolutionPass::weight_gradient);
  CHECK(c.memory_format == MemoryFormat::nhwc);
  CHECK(c.stride_w == 2);
  const CsvTable attention = parse_csv(
      "pass,dtype,batch,heads,queries,keys,head_size,causal,time_us\nbackward,bf16,2,8,128,256,64,1,10\n", "a.csv");
  const Attention a = std::get<Attention>(raw_attention(attention, "x").at(0).operations.at(0));
  CHECK(a.backward);
  CHECK(a.causal);
  CHECK(a.keys == 256);
}

TEST_CASE("a convolution of any table: columns by either name, lengths apart or together") {
  const auto first = [](const char* text) {
    const CsvTable table = parse_csv(text, "c.csv");
    return convolution_from(table, table.rows.at(0));
  };
  const Convolution apart = first(
      "n,c,h,w,k,r,s,stride,pad_h,pad_w,groups,precision,layout,pass\n2,16,17,19,32,1,7,2,0,3,4,fp32,nchw,forward\n");
  CHECK(apart.format == NumberFormat::fp32);
  CHECK((apart.h == 17 && apart.w == 19 && apart.r == 1 && apart.s == 7 && apart.pad_h == 0 && apart.pad_w == 3));
  CHECK((apart.stride_h == 2 && apart.stride_w == 2 && apart.groups == 4 && apart.dilation_w == 1 && apart.t == 1));
  const char* together =
      "pass,format,layout,n,c,image,k,filter,stride,pad,dilation,groups\nweight,bf16,nhwc,2,16,8x17x19,32,3x1x7,1x2x3,"
      "1x0x3,1x1x2,1\n";
  const Convolution volume = first(together);
  CHECK(volume.pass == ConvolutionPass::weight_gradient);
  CHECK(volume.memory_format == MemoryFormat::nhwc);
  CHECK((volume.d == 8 && volume.h == 17 && volume.w == 19 && volume.t == 3 && volume.r == 1 && volume.s == 7));
  CHECK((volume.stride_d == 1 && volume.stride_h == 2 && volume.stride_w == 3 && volume.pad_d == 1 &&
         volume.pad_h == 0 && volume.pad_w == 3 && volume.dilation_w == 2));
  const Convolution line =
      first("pass,format,layout,n,c,image,k,filter,stride,pad,dilation,groups\ninput,tf32,nchw,2,16,64,32,5,2,2,1,1\n");
  CHECK(line.pass == ConvolutionPass::input_gradient);
  CHECK((line.h == 1 && line.w == 64 && line.r == 1 && line.s == 5));
  CHECK((line.stride_h == 1 && line.stride_w == 2 && line.pad_h == 0 && line.pad_w == 2));
}

TEST_CASE("bad cells are named by file, line and column") {
  const auto refuse = [](const char* text) { (void)raw_convolutions(parse_csv(text, "c.csv"), "x"); };
  CHECK_THROWS_WITH_AS(refuse("pass,dtype,memory_format,n,c,h,w,k,r,s,stride,pad,groups,time_us\nforward,tf32,NHWC,8,"
                              "64,56,56,32,3,3,2,1,1,10\n"),
                       "c.csv:2: memory_format: got \"NHWC\"; must be nchw or nhwc", Error);
  CHECK_THROWS_WITH_AS(
      (void)raw_attention(
          parse_csv(
              "pass,dtype,batch,heads,queries,keys,head_size,causal,time_us\nforward,bf16,2,8,128,256,64,yes,10\n",
              "a.csv"),
          "x"),
      "a.csv:2: causal: got \"yes\"; must be a whole number from 0 to 1", Error);
  CHECK_THROWS_WITH_AS(refuse("pass,dtype,memory_format,n,c,h,w,k,r,s,stride,pad,groups,time_us\nsideways,tf32,nhwc,8,"
                              "64,56,56,32,3,3,2,1,1,10\n"),
                       "c.csv:2: pass: got \"sideways\"; must be forward, input_gradient or weight_gradient", Error);
  CHECK_THROWS_AS(refuse("pass,dtype\nforward,tf32\n"), Error);
  CHECK_THROWS_AS((void)eager_operations(parse_csv("gpu,op,params,time_us\nT4,add,{},30\n", "e.csv")), Error);
  CHECK_THROWS_AS(
      (void)raw_operations(parse_csv("op,dtype,rows,columns,tensors,time_us\nadd,fp32,1,10,1,-3\n", "o.csv"), "x"),
      Error);
}
}  // namespace measurement_operation_table_test
