#include <doctest/doctest.h>

#include <perfmodel/recording/operations.hpp>
#include <variant>
#include <vector>

#include "call_of.hpp"

namespace recording_transforms_test {
using namespace perfmodel;
using recording_test::Given;
using recording_test::Made;
using Side = op::Fourier::Side;

namespace {
constexpr auto complex64 = NumberFormat::fp64;  // as recordings have pairs of FP32

/// Transforms along the last two dimensions, and what else runs.
std::vector<Operation> planes(const char* name, const Given& x, const Given& y, std::int64_t normalization) {
  Made made;
  made.tensors({x});
  made.event.arguments.push_back({.numbers = {{2, 0}, {3, 0}}});
  return made.number(normalization).number(1).result(y).operations(name);
}
const Given real{.shape = {8, 3, 20, 30}}, half{.shape = {8, 3, 20, 16}, .format = complex64};
}  // namespace

TEST_CASE("a transform of planes is a pass for each dimension, the real one along the last") {
  const std::vector<Operation> forward = planes("aten._fft_r2c.default", real, half, 0);
  REQUIRE(forward.size() == 2);
  CHECK(std::get<op::Fourier>(forward[0]) == op::Fourier{.side = Side::real_input, .count = 8 * 3 * 20, .length = 30});
  CHECK(std::get<op::Fourier>(forward[1]) == op::Fourier{.count = 8 * 3 * 16, .length = 20, .apart = true});
  // what a real result is made of is overwritten: a copy; then the normalization
  const std::vector<Operation> back = planes("aten._fft_c2r.default", half, real, 2);
  REQUIRE(back.size() == 4);
  CHECK(std::holds_alternative<op::Pointwise>(back[0]));
  CHECK(std::get<op::Fourier>(back[1]) == op::Fourier{.count = 8 * 3 * 16, .length = 20, .apart = true});
  CHECK(std::get<op::Fourier>(back[2]) == op::Fourier{.side = Side::real_result, .count = 8 * 3 * 20, .length = 30});
  CHECK(std::get<op::Pointwise>(back[3]).function == PointwiseFunction::multiply_scalar);
}

TEST_CASE("planes whose channels lie together are copied before they are transformed") {
  const Given turned{.shape = {8, 3, 20, 30}, .strides = {1800, 1, 90, 3}};
  CHECK(planes("aten._fft_r2c.default", turned, half, 0).size() == 3);
  const Given whole{.shape = {8, 3, 20, 30}, .format = complex64};
  CHECK(planes("aten._fft_c2c.default", whole, whole, 0).size() == 2);
}

TEST_CASE("a loss of aligned sequences reads its sizes off its table of states") {
  const Given logarithms{.shape = {50, 4, 29}}, labels{.shape = {4, 14}, .format = NumberFormat::fp64},
      losses{.shape = {4}}, states{.shape = {4, 50, 25}};
  Made forward;
  forward.tensors({logarithms}).tensors({labels}).number(50).number(12);
  const op::AlignedLoss expected{.batch = 4, .steps = 50, .classes = 29, .labels = 12};
  CHECK(std::get<op::AlignedLoss>(forward.result(losses).result(states).operations("aten._ctc_loss.default").at(0)) ==
        expected);
  Made backward;
  backward.tensors({losses}).tensors({logarithms}).tensors({labels}).number(50).number(12).tensors({losses});
  op::AlignedLoss gradient = expected;
  gradient.backward = true;
  CHECK(std::get<op::AlignedLoss>(
            backward.tensors({states}).result(logarithms).operations("aten._ctc_loss_backward.default").at(0)) ==
        gradient);
}

TEST_CASE("gradients of sampled images: zeros to add to, unless the coordinates' alone are wanted") {
  const auto gradient = [](std::int64_t image) {
    Made made;
    made.tensors({{.shape = {2, 16, 5, 7}}}).tensors({{.shape = {2, 16, 9, 9}}}).tensors({{.shape = {2, 5, 7, 2}}});
    made.number(0).number(0).number(0);
    made.event.arguments.push_back({.numbers = {{image, 0}, {1, 0}}});
    return made.result({.shape = {2, 16, 9, 9}})
        .result({.shape = {2, 5, 7, 2}})
        .operations("aten.grid_sampler_2d_backward.default");
  };
  const std::vector<Operation> both = gradient(1), coordinates = gradient(0);
  REQUIRE(both.size() == 2);
  REQUIRE(coordinates.size() == 1);
  const auto& sampled = std::get<op::Gather>(both[1]);
  CHECK(sampled.columns == 2 * 16 * 5 * 7);
  CHECK(sampled.places == 2 * 16 * 9 * 9);
  CHECK(sampled.window == 16.0);
  CHECK(sampled.adds);
  CHECK_FALSE(std::get<op::Gather>(coordinates[0]).adds);
}
}  // namespace recording_transforms_test
