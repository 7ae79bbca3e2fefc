#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace perfmodel {

/// Bad input. what() is one line: "<place>: got <value>; <what is accepted>". The place is a file with a JSON
/// pointer, a CSV column, a command-line argument or a field. Programs map it to exit code 2.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// No answer satisfies the constraints (nothing fits, nothing is fast enough). Programs map it to exit code 1.
struct NoPlan : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A measurement or a device failed. Programs map it to exit code 3.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The uniform text of an input error. The wording lives here and nowhere else. One line, whatever the user typed: in
/// `place` and `got` control characters become '?'.
[[nodiscard]] inline Error bad_input(std::string place, std::string got, const std::string& accepted) {
  for (std::string* typed : {&place, &got})
    for (char& c : *typed)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return Error(place + ": got " + got + "; " + accepted);
}

/// The same error, seen from one level further out: "<outer><place>: ...", e.g. a file name before a JSON pointer.
[[nodiscard]] inline Error at(const std::string& outer, const Error& inner) { return Error(outer + inner.what()); }

}  // namespace perfmodel
