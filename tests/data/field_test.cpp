#include <doctest/doctest.h>

#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/attention/fields.hpp>
#include <perfmodel/pricing/collective/fields.hpp>
#include <perfmodel/pricing/convolution/fields.hpp>
#include <perfmodel/pricing/gemm/fields.hpp>
#include <perfmodel/pricing/streaming/fields.hpp>
#include <perfmodel/software/host_fields.hpp>
#include <set>
#include <string>
#include <string_view>

namespace data_field_test {
using namespace perfmodel;

namespace {
struct Sample {
  double number{};
  int whole{};
  bool flag{};
  Time time{};
  std::array<double, 3> list{};
};
constexpr unsigned slow_fit = 1, fast_fit = 2;
constexpr std::array sample_fields{
    Field{&Sample::number,
          {.name = "number", .start = 0.5, .fitted = {{slow_fit, 0.1, 0.9, 0.3}, {fast_fit, 0.2, 0.8}}}},
    Field{&Sample::whole, {.name = "whole", .start = 3}}, Field{&Sample::flag, {.name = "flag", .start = 1}},
    Field{&Sample::time, {.name = "time", .unit = "us", .start = 2.5}},
    Field{list_of<&Sample::list>, {.name = "list", .start = 7}}};

[[nodiscard]] constexpr Sample started() {
  Sample sample{};
  set_to_start(sample, sample_fields);
  return sample;
}
static_assert(started().number == 0.5 && started().whole == 3 && started().flag && started().list[2] == 7.0);
static_assert(sample_fields[0].constant.fitted.of(slow_fit)->sigma == 0.3);
static_assert(sample_fields[0].constant.fitted.of(fast_fit)->high == 0.8);
static_assert(sample_fields[0].constant.fitted.of(4) == nullptr && sample_fields[1].constant.fitted.of(1) == nullptr);

/// Names must not repeat within a list, a fit must be able to stay where it starts, and what files may leave out must
/// be what a new object has, so that it does not matter who leaves it out.
template <class T, std::size_t N>
void check_list(const std::array<Field<T>, N>& fields) {
  std::set<std::string_view> names;
  T fresh{};
  for (const Field<T>& field : fields) {
    CAPTURE(field.constant.name);
    CHECK(!field.constant.name.empty());
    CHECK(!field.constant.unit.empty());
    CHECK(names.insert(field.constant.name).second);
    CHECK(field.size(fresh) > 0);
    for (std::size_t i = 0; field.constant.optional && i < field.size(fresh); ++i)
      CHECK(field.get(fresh, i) == field.constant.start);
    for (unsigned fit = 1; fit < 1024; fit *= 2)
      if (const FitRange* range = field.constant.fitted.of(fit)) {
        CHECK(range->low < range->high);
        CHECK(range->sigma > 0.0);
      }
  }
}
}  // namespace

TEST_CASE("a field reads and writes its member, times in microseconds") {
  Sample sample{};
  const std::array<double, 5> values{1.5, 4.0, 1.0, 12.0, 9.0};
  for (std::size_t f = 0; f < sample_fields.size(); ++f) {
    const std::size_t last = sample_fields[f].size(sample) - 1;
    sample_fields[f].set(sample, last, values[f]);
    CHECK(sample_fields[f].get(sample, last) == values[f]);
  }
  CHECK(sample.number == 1.5);
  CHECK(sample.whole == 4);
  CHECK(sample.flag);
  CHECK(sample.time == 12.0 * micro * second);
  CHECK(sample.list == std::array{0.0, 0.0, 9.0});
  sample_fields[4].at(sample, 1) = 8.0;
  CHECK(sample.list[1] == 8.0);
}

TEST_CASE("the lists of all tables are sound") {
  check_list(gemm_fields);
  check_list(gemm_tile_fields);
  check_list(process_fields);
  check_list(choice_rule_fields);
  check_list(memory_fields);
  check_list(shape_fields);
  check_list(streaming_fields);
  check_list(convolution_fields);
  check_list(convolution_engine_fields);
  check_list(engine_fields);
  check_list(attention_fields);
  check_list(link_fields);
  check_list(host_fields);
}
}  // namespace data_field_test
