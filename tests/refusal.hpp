#pragma once
#include <perfmodel/error.hpp>
#include <string>

/// The text of the input error that `call` throws, or "" where it throws none.
template <class Call>
[[nodiscard]] std::string refusal(const Call& call) {
  try {
    call();
  } catch (const perfmodel::Error& error) {
    return error.what();
  }
  return "";
}
