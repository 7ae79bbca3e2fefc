#include <doctest/doctest.h>

#include <cstddef>
#include <perfmodel/visit.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace visit_test {
using namespace perfmodel;

namespace {
template <std::size_t I>
struct Kind {
  static constexpr std::size_t number = I;
};
template <std::size_t... I>
std::variant<Kind<I>...> variant_of(std::index_sequence<I...>);

/// Every alternative of a variant of so many kinds reaches the function as itself.
template <std::size_t count>
void check_all() {
  using Kinds = decltype(variant_of(std::make_index_sequence<count>{}));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const bool right[] = {perfmodel::visit([](const auto& kind) { return kind.number; }, Kinds(Kind<I>{})) == I...};
    for (const bool each : right) CHECK(each);
  }
  (std::make_index_sequence<count>{});
}
struct ThrowsWhenCopied {
  ThrowsWhenCopied() = default;
  ThrowsWhenCopied(const ThrowsWhenCopied&) { throw std::runtime_error("copied"); }
  ThrowsWhenCopied& operator=(const ThrowsWhenCopied&) = default;
};
}  // namespace

TEST_CASE("visit() gives the function the alternative that is held, whatever the number of kinds") {
  check_all<1>();
  check_all<2>();
  check_all<8>();
  check_all<9>();
  check_all<16>();
  check_all<17>();
  check_all<38>();
}

TEST_CASE("visit() passes references on and takes functions that return nothing") {
  const std::variant<int, std::string> text = std::string("text");
  const std::string none;
  const auto same = [&](const auto& held) -> const std::string& {
    if constexpr (std::is_same_v<decltype(held), const std::string&>) return held;
    return none;
  };
  CHECK(&perfmodel::visit(same, text) == &std::get<std::string>(text));
  int calls = 0;
  perfmodel::visit([&](const auto&) { ++calls; }, text);
  CHECK(calls == 1);
}

TEST_CASE("visit() refuses a variant that lost its value") {
  std::variant<int, ThrowsWhenCopied> lost = 1;
  const ThrowsWhenCopied source;
  CHECK_THROWS_AS(lost.emplace<1>(source), std::runtime_error);
  CHECK_THROWS_AS(perfmodel::visit([](const auto&) {}, lost), std::bad_variant_access);
}
}  // namespace visit_test
