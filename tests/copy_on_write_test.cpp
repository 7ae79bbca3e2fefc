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
}  // namespace copy_on_write_test
