#include <doctest/doctest.h>

#include <perfmodel/json/file.hpp>

namespace json_file_test {
using namespace perfmodel;
namespace fs = std::filesystem;

namespace {
struct Folder {
  fs::path path = fs::temp_directory_path() / "perfmodel-file-test";
  Folder() { fs::remove_all(path), fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};
}  // namespace

TEST_CASE("read_file() reads what write_file() wrote and leaves no temporary file") {
  const Folder folder;
  const fs::path file = folder.path / "a.txt";
  json::write_file(file, "one\n");
  json::write_file(file, "two\n");
  CHECK(json::read_file(file) == "two\n");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

TEST_CASE("read_file() names the file and why it cannot be read") {
  const Folder folder;
  const std::string missing = (folder.path / "missing").string();
  CHECK_THROWS_WITH_AS((void)json::read_file(missing),
                       (missing + ": got \"No such file or directory\" on opening; must be a readable file").c_str(),
                       Error);
  CHECK_THROWS_WITH_AS((void)json::read_file(folder.path),
                       (folder.path.string() + ": got a folder; must be a readable file").c_str(), Error);
  json::write_file(folder.path / "big", std::string(11, 'x'));
  CHECK_THROWS_AS((void)json::read_file(folder.path / "big", {.bytes = 10}), Error);
  CHECK(json::read_file(folder.path / "big", {.bytes = 11}).size() == 11);
}

TEST_CASE("write_file() leaves the old file alone when it fails, and follows a symbolic link") {
  const Folder folder;
  CHECK_THROWS_AS(json::write_file(folder.path / "no" / "such", "x"), Error);
  CHECK_THROWS_AS(json::write_file(folder.path, "x"), Error);
  json::write_file(folder.path / "target", "old");
  fs::create_directory(folder.path / "target.tmp");  // the temporary file cannot be made
  CHECK_THROWS_AS(json::write_file(folder.path / "target", "new"), Error);
  CHECK(json::read_file(folder.path / "target") == "old");
  fs::remove(folder.path / "target.tmp");
  fs::create_symlink(folder.path / "target", folder.path / "link");
  json::write_file(folder.path / "link", "new");
  CHECK(fs::is_symlink(folder.path / "link"));
  CHECK(json::read_file(folder.path / "target") == "new");
}

TEST_CASE("what a FileWriter has written appears at once, or not at all") {
  const Folder folder;
  const fs::path file = folder.path / "a.txt";
  json::write_file(file, "old");
  {
    json::FileWriter writer(file);
    writer.write("half");
    CHECK(json::read_file(file) == "old");
  }
  CHECK(json::read_file(file) == "old");
  json::FileWriter writer(file);
  writer.write("new ");
  writer.write("text");
  writer.commit();
  CHECK(json::read_file(file) == "new text");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}
}  // namespace json_file_test
