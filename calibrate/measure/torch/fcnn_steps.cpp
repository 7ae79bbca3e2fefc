/// Measures training steps of fully-connected networks in LibTorch: time, host time, device-busy time, memory, the
/// largest batch under a limit. Without CUDA it runs on the CPU (memory columns stay 0), which is how it is tested.
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include "fcnn/host_mode.hpp"
#include "fcnn/memory_modes.hpp"
#include "fcnn/time_modes.hpp"

namespace {
using namespace fcnn;

Options parse_arguments(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&] {
      if (i + 1 >= argc) throw std::invalid_argument(name + ": needs a value");
      return std::string(argv[++i]);
    };
    if (name == "--mode")
      o.mode = value();
    else if (name == "--out")
      o.out = value();
    else if (name == "--list")
      o.list = value();
    else if (name == "--seconds")
      o.seconds = std::stod(value());
    else if (name == "--longest-step")
      o.longest_step = std::stod(value());
    else if (name == "--largest-bytes")
      o.largest_bytes = std::stod(value());
    else if (name == "--count")
      o.count = std::stoi(value());
    else if (name == "--seed")
      o.seed = static_cast<unsigned>(std::stoul(value()));
    else if (name == "--rounds")
      o.rounds = std::stoi(value());
    else if (name == "--cpu")
      o.cpu = true;
    else
      throw std::invalid_argument(
          name +
          ": unknown; accepted are --mode steps|memory|fresh|trace|max-batch|busy|host, --out FILE, "
          "--list FILE, --seconds S, --longest-step S, --largest-bytes B, --count N, --seed N, --rounds N, --cpu");
  }
  return o;
}

int run(const Options& o) {
  bool cuda = false;
#ifdef FCNN_WITH_CUDA
  cuda = !o.cpu && (o.mode == "fresh" || torch::cuda::is_available());
  if (!o.cpu && !cuda) {
    std::cerr << "no CUDA device; --cpu measures on the processor\n";
    return 3;
  }
#endif
  Work w{.options = o,
         .device = cuda && o.mode != "fresh" ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU),
         .until = now() + o.seconds,
         .configurations = {}};
  if (!cuda) w.options.cpu = true;
  if (o.list.empty()) {
    w.configurations = sample(o.count, o.seed, o.longest_step, o.largest_bytes);
  } else {
    std::ifstream in(o.list);
    if (!in) throw std::invalid_argument(o.list + ": cannot be read");
    for (std::string line; std::getline(in, line);)
      if (!line.empty() && line.rfind("layers", 0) != 0) w.configurations.push_back(parse(line));
  }
  if (cuda && o.mode != "fresh") {
    (void)torch::empty({1}, w.device);
    w.total_memory = device_memory().total;
  }
  const std::map<std::string, void (*)(const Work&)> modes{
      {"steps", steps_mode},         {"memory", memory_mode}, {"fresh", fresh_mode}, {"trace", trace_mode},
      {"max-batch", max_batch_mode}, {"busy", busy_mode},     {"host", host_mode}};
  const auto mode = modes.find(o.mode);
  if (mode == modes.end()) throw std::invalid_argument("--mode " + o.mode + ": unknown");
  mode->second(w);
  return 0;
}
}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse_arguments(argc, argv));
  } catch (const CannotRecord&) {
    std::cerr << "CUPTI cannot be loaded, or may not record on this machine: kernel times are left out\n";
    return 3;
  } catch (const std::invalid_argument& e) {
    std::cerr << e.what() << '\n';
    return 2;
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 3;
  }
}
