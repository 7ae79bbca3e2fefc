#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "calibrate/measure/raw_writer.hpp"
#include "microbenchmarks.hpp"

namespace perfmodel::calibrate {
namespace {

struct Pinned {
  char* data = nullptr;
  explicit Pinned(std::size_t bytes) {
    check(cudaHostAlloc(reinterpret_cast<void**>(&data), bytes, cudaHostAllocDefault), "pinned memory");
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { (void)cudaFreeHost(data); }
};

}  // namespace

void measure_copies(Session& session) {
  const std::size_t largest = std::size_t{256} << 20;
  DeviceBuffer device(largest);
  const Pinned pinned(largest);
  const std::vector<char> pageable(largest, 1);
  std::fill(pinned.data, pinned.data + largest, char{1});
  RawWriter out(session.folder, "copies", session.card.stem, "direction,memory,bytes,time_us,noise", 3, false);
  for (const bool to_device : {true, false})
    for (const bool is_pinned : {true, false})
      for (std::size_t bytes = 4; bytes <= largest; bytes *= 4) {
        if (interrupted()) return;
        char* host = is_pinned ? pinned.data : const_cast<char*>(pageable.data());
        std::vector<double> times;
        const int repeats = bytes > (16u << 20) ? 5 : 15;
        for (int i = 0; i <= repeats; ++i) {  // wall time of one copy and its completion, as a training step sees it
          const auto begin = SteadyClock::now();
          check(cudaMemcpyAsync(to_device ? device.data() : host, to_device ? host : device.data(), bytes,
                                to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, session.stream),
                "copy");
          check(cudaStreamSynchronize(session.stream), "copy");
          if (i > 0) times.push_back(std::chrono::duration<double, std::micro>(SteadyClock::now() - begin).count());
        }
        std::sort(times.begin(), times.end());
        const double middle = times[times.size() / 2];
        out.write(csv(to_device ? "h2d" : "d2h", is_pinned ? "pinned" : "pageable", bytes, middle,
                      recorded_noise((times[times.size() * 3 / 4] - times[times.size() / 4]) / middle)));
      }
  out.finish();
}

}  // namespace perfmodel::calibrate
