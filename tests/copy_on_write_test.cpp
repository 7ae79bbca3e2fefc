// What shares a value, and what has one of its own.
#include <doctest/doctest.h>

#include <perfmodel/copy_on_write.hpp>
#include <string>

namespace copy_on_write_test {
using perfmodel::CopyOnWrite;

TEST_CASE("copies share a value until one of them is changed") {
  CopyOnWrite<std::string> one(std::string("as it was"));
  const std::string& before = one;
  CopyOnWrite<std::string> other = one;
  CHECK(&*other == &before);
  other.change() = "changed";
  CHECK(*other == "changed");
  CHECK(*one == "as it was");
  CHECK(&*one == &before);
}

TEST_CASE("what nobody shares is changed where it is") {
  CopyOnWrite<std::string> one(std::string("as it was"));
  const std::string* const before = &*one;
  one.change() += ", and more";
  CHECK(&*one == before);
  CHECK(one->size() == 19);
}

TEST_CASE("what was given no value has the default, each its own once it is changed") {
  CopyOnWrite<std::string> one, other;
  CHECK(one->empty());
  one.change() = "changed";
  CHECK(other->empty());
  const CopyOnWrite<std::string> last;
  CHECK(last->empty());
}

TEST_CASE("a value is made when it is asked for, once for all copies") {
  int made = 0;
  const auto one = CopyOnWrite<std::string>::later([&] { return ++made, std::string("as it was"); });
  const CopyOnWrite<std::string> other = one;
  CHECK(made == 0);
  CHECK(*other == "as it was");
  CHECK(&*one == &*other);
  CHECK(made == 1);
}

TEST_CASE("what is to be changed later changes no copy, whether it is made before or after") {
  int made = 0;
  auto one = CopyOnWrite<std::string>::later([&] { return ++made, std::string("as it was"); });
  CopyOnWrite<std::string> other = one;
  other.change_later([](std::string& text) { text += ", and more"; });
  CHECK(made == 0);
  CHECK(*other == "as it was, and more");
  CHECK(*one == "as it was");
  CHECK(made == 1);
  one.change_later([](std::string& text) { text = "changed"; });
  CHECK(*one == "changed");
  CHECK(*other == "as it was, and more");
}
}  // namespace copy_on_write_test
