#include "host_speed.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>

namespace perfmodel::calibrate {
namespace {

/// What a shell answers for a program that is not there.
constexpr int not_found = 127;

void write_all(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written <= 0) return;  // it ended early, and its exit code says why
    at += static_cast<std::size_t>(written);
  }
}

/// Becomes the interpreter, which reads its program from `input`.
[[noreturn]] void become(int input, const std::string& python, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{python, "-"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  dup2(input, STDIN_FILENO);
  execvp(pointers[0], pointers.data());
  _exit(not_found);
}

}  // namespace

int run_host_speed(const std::string& python, const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw DeviceError("no pipe can be opened");
  const pid_t child = fork();
  if (child < 0) throw DeviceError("no further process can be started");
  if (child == 0) {
    close(ends[1]);
    become(ends[0], python, arguments);
  }
  close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  write_all(ends[1], host_speed_program());
  close(ends[1]);
  std::signal(SIGPIPE, before);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (code == not_found)
    throw DeviceError("--python: " + in_quotes(python) + " cannot be started; host speed is measured in Python");
  return code;
}

}  // namespace perfmodel::calibrate
