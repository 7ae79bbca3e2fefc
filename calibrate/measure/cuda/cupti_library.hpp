#pragma once
#include <cuda_runtime_api.h>
#include <cupti.h>
#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

/// Where the library was when the program was built.
#ifndef PERFMODEL_CUPTI_LIBRARY
#define PERFMODEL_CUPTI_LIBRARY "libcupti.so"
#endif

namespace perfmodel::calibrate {

/// The profiler's library, loaded at run time: a machine without it can do everything but record kernels. The
/// environment's PERFMODEL_CUPTI names another file of it.
struct Cupti {
  decltype(&cuptiActivityRegisterCallbacks) register_callbacks{};
  decltype(&cuptiActivityEnable) enable{};
  decltype(&cuptiActivityDisable) disable{};
  decltype(&cuptiActivityFlushAll) flush{};
  decltype(&cuptiActivityGetNextRecord) next_record{};
  decltype(&cuptiGetResultString) result_string{};
  std::string problem{};  ///< why nothing can be recorded; empty: all functions are there

  Cupti() {
    void* library = open();
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(library ? dlsym(library, name) : nullptr);
      if (library != nullptr && function == nullptr) problem = std::string("its library has no ") + name;
    };
    find(register_callbacks, "cuptiActivityRegisterCallbacks");
    find(enable, "cuptiActivityEnable");
    find(disable, "cuptiActivityDisable");
    find(flush, "cuptiActivityFlushAll");
    find(next_record, "cuptiActivityGetNextRecord");
    find(result_string, "cuptiGetResultString");
  }

 private:
  /// It stays loaded: buffers may come back until the process ends.
  void* open() {
    const std::string version = std::to_string(CUDART_VERSION / 1000);
    const char* named = std::getenv("PERFMODEL_CUPTI");
    const bool given = named != nullptr && *named != '\0';
    const std::vector<std::string> names =
        given ? std::vector<std::string>{named}
              : std::vector<std::string>{"libcupti.so." + version, "libcupti.so", PERFMODEL_CUPTI_LIBRARY};
    for (const std::string& name : names)
      if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL)) return library;
    problem = names.front() + " cannot be loaded";
    return nullptr;
  }
};

inline const Cupti& cupti_library() {
  static const Cupti library;
  return library;
}

}  // namespace perfmodel::calibrate
