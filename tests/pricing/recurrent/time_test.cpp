#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>

namespace pricing_recurrent_time_test {
using namespace perfmodel;

namespace {
using Part = RecurrentKernel::Part;

const KernelModel& h200() {
  static const KernelModel model = make_kernel_model(json::load_device("H200-SXM").device);
  return model;
}

RecurrentKernel kernel(Part part, std::int64_t length) {
  return {.part = part,
          .call = {.cell = Cell::lstm,
                   .format = NumberFormat::fp32,
                   .stored = NumberFormat::fp32,
                   .inputs = 64,
                   .hidden = 64,
                   .batch = 32,
                   .length = length},
          .algorithm = RecurrentAlgorithm::persistent_small};
}

double microseconds(const RecurrentKernel& k, const KernelModel& model = h200()) {
  return in(predict(k, model).total, micro * second);
}
}  // namespace

// Both walk through the sequence step by step, so that steps add their time; what a launch costs beside them makes the
// ratio of a doubled length smaller than two.
TEST_CASE("kernels of a whole sequence take time in proportion to its length") {
  for (const Part part : {Part::all_steps, Part::bias_sums}) {
    const double one = microseconds(kernel(part, 500)), two = microseconds(kernel(part, 1000)),
                 four = microseconds(kernel(part, 2000));
    CHECK(two < 2.0 * one);
    CHECK(four - two == doctest::Approx(2.0 * (two - one)).epsilon(0.01));
  }
}

TEST_CASE("gates of one step do not know the length") {
  CHECK(microseconds(kernel(Part::gates, 10)) == microseconds(kernel(Part::gates, 1000)));
}

TEST_CASE("a model made of other constants uses them") {
  KernelModel slow = h200();
  slow.recurrent.lstm_forward *= 2.0;
  const double steps = microseconds(kernel(Part::all_steps, 1000)),
               slower = microseconds(kernel(Part::all_steps, 1000), slow);
  CHECK(slower > 1.8 * steps);
  CHECK(slower < 2.0 * steps);
}
}  // namespace pricing_recurrent_time_test
