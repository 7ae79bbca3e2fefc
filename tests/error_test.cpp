#include <doctest/doctest.h>

#include <perfmodel/error.hpp>
#include <type_traits>

#include "refusal.hpp"

namespace error_test {
using namespace perfmodel;

// Programs map each kind to an exit code of its own, so none may be caught as another.
static_assert(!std::is_base_of_v<Error, NoPlan> && !std::is_base_of_v<Error, DeviceError> &&
              !std::is_base_of_v<NoPlan, DeviceError>);

TEST_CASE("an input error is one line: place, what was got, what is accepted") {
  CHECK(std::string(bad_input("--batch", "\"0\"", "must be a whole number >= 1").what()) ==
        "--batch: got \"0\"; must be a whole number >= 1");
}

TEST_CASE("it stays one line whatever was typed") {
  CHECK(std::string(bad_input("a\rb", "\"4\n5\"", "must be 4").what()) == "a?b: got \"4?5\"; must be 4");
  CHECK(std::string(bad_input("a", "\x7f\t\xc3\xa4", "must be b").what()) == "a: got ??\xc3\xa4; must be b");
}

TEST_CASE("at() puts the place outside before the place inside") {
  const Error inner = bad_input("/sms/unit", "\"cores\"", "must be \"SM\"");
  CHECK(std::string(at("card.json: ", inner).what()) == "card.json: /sms/unit: got \"cores\"; must be \"SM\"");
}

TEST_CASE("refusal() is the text of an input error, nothing without one, and lets other errors pass") {
  CHECK(refusal([] { throw bad_input("a", "b", "c"); }) == "a: got b; c");
  CHECK(refusal([] {}).empty());
  CHECK_THROWS_AS((void)refusal([] { throw NoPlan("nothing fits"); }), NoPlan);
}
}  // namespace error_test
