#include <ATen/Context.h>

#include "calibrate/measure/raw_writer.hpp"
#include "torch_case.hpp"

namespace perfmodel::calibrate {
namespace {

using Result = std::vector<at::Tensor>;
using Shape = std::vector<std::int64_t>;

struct ConvolutionShape {
  std::int64_t c, h, k, r, stride, pad, groups;  // square images and filters
};

/// ResNet-50's convolutions, some of VGG, Inception and MobileNet, and sweeps of channels.
const std::vector<ConvolutionShape>& shapes() {
  static const std::vector<ConvolutionShape> all{
      {3, 224, 64, 7, 2, 3, 1},     {64, 56, 64, 1, 1, 0, 1},    {64, 56, 64, 3, 1, 1, 1},
      {64, 56, 256, 1, 1, 0, 1},    {256, 56, 64, 1, 1, 0, 1},   {256, 56, 128, 1, 1, 0, 1},
      {128, 56, 128, 3, 2, 1, 1},   {256, 56, 512, 1, 2, 0, 1},  {128, 28, 512, 1, 1, 0, 1},
      {512, 28, 128, 1, 1, 0, 1},   {128, 28, 128, 3, 1, 1, 1},  {256, 28, 256, 3, 2, 1, 1},
      {512, 28, 1024, 1, 2, 0, 1},  {256, 14, 256, 3, 1, 1, 1},  {256, 14, 1024, 1, 1, 0, 1},
      {1024, 14, 256, 1, 1, 0, 1},  {512, 14, 512, 3, 2, 1, 1},  {1024, 14, 2048, 1, 2, 0, 1},
      {512, 7, 512, 3, 1, 1, 1},    {512, 7, 2048, 1, 1, 0, 1},  {2048, 7, 512, 1, 1, 0, 1},
      {3, 224, 64, 3, 1, 1, 1},     {64, 224, 64, 3, 1, 1, 1},   {128, 112, 128, 3, 1, 1, 1},
      {256, 56, 256, 3, 1, 1, 1},   {192, 35, 64, 5, 1, 2, 1},   {96, 35, 96, 3, 1, 1, 1},
      {768, 17, 192, 1, 1, 0, 1},   {32, 112, 32, 3, 1, 1, 32},  {96, 112, 96, 3, 2, 1, 96},
      {192, 28, 192, 3, 1, 1, 192}, {256, 56, 256, 3, 1, 1, 32}, {3, 28, 32, 3, 1, 1, 1},
      {32, 28, 64, 3, 1, 1, 1},     {17, 33, 31, 3, 1, 1, 1}};
  return all;
}

/// All three gradients and the product itself share the operands x, w and dy.
std::function<Result()> call_for(const std::string& pass, const at::Tensor& x, const at::Tensor& w,
                                 const at::Tensor& dy, const ConvolutionShape& s) {
  const Shape stride{s.stride, s.stride}, pad{s.pad, s.pad}, one{1, 1}, none{0, 0};
  if (pass == "forward")
    return [=] { return Result{at::convolution(x, w, {}, stride, pad, one, false, none, s.groups)}; };
  const std::array<bool, 3> wanted{pass == "input_gradient", pass == "weight_gradient", false};
  return [=] {
    auto [dx, dw, db] =
        at::convolution_backward(dy, x, w, at::OptionalIntArrayRef{}, stride, pad, one, false, none, s.groups, wanted);
    return Result{dx, dw, db};
  };
}

}  // namespace

void measure_convolutions(Session& session) {
  std::vector<TorchCase> cases;
  for (const std::string& dtype : {std::string("tf32"), std::string("fp32"), std::string("fp16"), std::string("bf16")})
    for (const bool last : {true, false})
      for (const std::int64_t n : {8, 64, 256})
        for (const ConvolutionShape& s : shapes())
          for (const std::string& pass :
               {std::string("forward"), std::string("input_gradient"), std::string("weight_gradient")}) {
            if (n == 256 && (!last || s.h > 112 || dtype == "fp16" || dtype == "fp32")) continue;
            if (n == 8 && (dtype == "fp16" || !last)) continue;

            const at::ScalarType type = scalar_type(dtype);
            const std::int64_t p = (s.h + 2 * s.pad - s.r) / s.stride + 1;
            const std::size_t size = at::elementSize(type);
            const auto x_bytes = static_cast<std::size_t>(n * s.c * s.h * s.h) * size,
                       y_bytes = static_cast<std::size_t>(n * s.k * p * p) * size,
                       w_bytes = static_cast<std::size_t>(s.k * s.c / s.groups * s.r * s.r) * size;
            const std::size_t bytes = x_bytes + y_bytes + w_bytes + 1024;
            cases.push_back(
                {.key = csv(pass, dtype, last ? "nhwc" : "nchw", n, s.c, s.h, s.h, s.k, s.r, s.r, s.stride, s.pad,
                            s.groups),
                 .set_bytes = bytes,
                 .result_bytes = y_bytes,
                 .prepare = [=](TensorPool& pool, std::size_t set) {
                   // A setting of the process: the calls of one case follow each other.
                   at::globalContext().setAllowTF32CuDNN(dtype != "fp32");
                   std::size_t cursor = 0;
                   const auto image = [&](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
                     at::Tensor t = pool.view(type, last ? Shape{a, c, d, b} : Shape{a, b, c, d}, bytes, set, cursor);
                     return last ? t.permute({0, 3, 1, 2}) : t;
                   };
                   const at::Tensor x = image(n, s.c, s.h, s.h), w = image(s.k, s.c / s.groups, s.r, s.r),
                                    dy = image(n, s.k, p, p);
                   return call_for(pass, x, w, dy, s);
                 }});
          }
  run_torch_cases(session, "convolutions", "pass,dtype,memory_format,n,c,h,w,k,r,s,stride,pad,groups",
                  std::move(cases));
}

}  // namespace perfmodel::calibrate
