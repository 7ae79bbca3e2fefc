#include <doctest/doctest.h>

#include <perfmodel/fnv1a.hpp>

namespace fnv1a_test {
using namespace perfmodel;

// Test vectors of draft-eastlake-fnv, appendix C: 64 bits, FNV-1a.
static_assert(fnv1a("") == 0xcbf29ce484222325ULL);
static_assert(fnv1a("a") == 0xaf63dc4c8601ec8cULL);
static_assert(fnv1a("foobar") == 0x85944171f73967e8ULL);

TEST_CASE("a hash goes on where another stopped, and is written as 16 digits") {
  CHECK(fnv1a("bar", fnv1a("foo")) == fnv1a("foobar"));
  CHECK(fnv1a_step(fnv1a_offset, 'a') == fnv1a("a"));
  CHECK(hash_text(fnv1a("foobar")) == "85944171f73967e8");
  CHECK(hash_text(0x1f) == "000000000000001f");
}
}  // namespace fnv1a_test
