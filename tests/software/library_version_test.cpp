#include <doctest/doctest.h>

#include <perfmodel/software/library_version.hpp>

namespace software_library_version_test {
using namespace perfmodel;

TEST_CASE("library versions as people write them") {
  CHECK(library_version_from("12.1", "--library") == 1201);
  CHECK(library_version_from("11", "--library") == 1100);
  CHECK(library_version_from("10.2", "--library") == 1002);
  CHECK(library_version_from("newest", "--library") == newest_library);
  for (const char* word : {"", "x", "12.", "12.1.3", "-1", "0", "99", "12.100", "12,1", "1e3"}) {
    CAPTURE(word);
    CHECK_THROWS_AS((void)library_version_from(word, "--library"), Error);
  }
}

TEST_CASE("a version is written as it is read") {
  for (const char* word : {"12.1", "10.2", "13.1", "9.19", "newest"})
    CHECK(library_version_text(library_version_from(word, "v")) == word);
}
}  // namespace software_library_version_test
