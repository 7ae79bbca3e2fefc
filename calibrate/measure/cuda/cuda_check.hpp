#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <perfmodel/error.hpp>
#include <string>
#include <utility>

namespace perfmodel::calibrate {

/// @throws DeviceError naming what was tried and the driver's words, so that a fault of the card ends in exit code 3
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw DeviceError(std::string(what) + ": " + cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + ")");
}

/// Device memory that frees itself. Plain cudaMalloc, never managed memory.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t bytes) : size_(bytes) {
    check(cudaMalloc(&data_, bytes), ("allocation of " + std::to_string(bytes >> 20) + " MiB on the device").c_str());
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~DeviceBuffer() { (void)cudaFree(data_); }
  [[nodiscard]] char* data() const { return static_cast<char*>(data_); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A device event with timing.
class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { (void)cudaEventDestroy(event_); }
  void record(cudaStream_t stream) const { check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
  void wait() const { check(cudaEventSynchronize(event_), "waiting for a kernel"); }
  /// microseconds from `start` to this event; both must have been reached
  [[nodiscard]] double microseconds_since(const Event& start) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start.event_, event_), "cudaEventElapsedTime");
    return 1e3 * static_cast<double>(ms);
  }

 private:
  cudaEvent_t event_{};
};

}  // namespace perfmodel::calibrate
