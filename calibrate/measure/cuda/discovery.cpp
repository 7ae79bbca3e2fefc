#include "discovery.hpp"

#include <cublasLt.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "cuda_check.hpp"

namespace perfmodel::calibrate {
namespace {

/// Names of the drivers to names of our device files. A card that is not here gets its own name in lower case.
const std::map<std::string, std::string>& known_names() {
  static const std::map<std::string, std::string> names{{"NVIDIA H200", "h200-sxm"},
                                                        {"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
                                                        {"NVIDIA H100 PCIe", "h100-pcie"},
                                                        {"NVIDIA H100 NVL", "h100-nvl"},
                                                        {"NVIDIA GH200 480GB", "gh200-96gb"},
                                                        {"NVIDIA B200", "b200-sxm"},
                                                        {"NVIDIA GB200", "gb200"},
                                                        {"NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"},
                                                        {"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
                                                        {"NVIDIA A100-PCIE-40GB", "a100-pcie-40gb"},
                                                        {"NVIDIA A100 80GB PCIe", "a100-pcie-80gb"},
                                                        {"NVIDIA A10", "a10"},
                                                        {"NVIDIA A30", "a30"},
                                                        {"NVIDIA A40", "a40"},
                                                        {"NVIDIA L4", "l4"},
                                                        {"NVIDIA L40S", "l40s"},
                                                        {"Tesla T4", "t4"},
                                                        {"Tesla V100-SXM2-16GB", "v100-sxm2-16gb"},
                                                        {"Tesla V100-SXM2-32GB", "v100-sxm2-32gb"},
                                                        {"Tesla V100-PCIE-16GB", "v100-pcie-16gb"},
                                                        {"Tesla V100-PCIE-32GB", "v100-pcie-32gb"},
                                                        {"Tesla P100-SXM2-16GB", "p100-sxm2-16gb"},
                                                        {"Tesla P100-PCIE-16GB", "p100-pcie-16gb"},
                                                        {"Quadro GV100", "quadro-gv100"},
                                                        {"NVIDIA TITAN V", "titan-v"},
                                                        {"NVIDIA GeForce RTX 2080 Ti", "rtx-2080-ti"},
                                                        {"NVIDIA GeForce RTX 3090", "rtx-3090"},
                                                        {"NVIDIA GeForce RTX 4090", "rtx-4090"},
                                                        {"NVIDIA GeForce RTX 5090", "rtx-5090"}};
  return names;
}

std::string stem_of(const std::string& name) {
  if (const auto known = known_names().find(name); known != known_names().end()) return known->second;
  std::string stem;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      stem += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!stem.empty() && stem.back() != '-')
      stem += '-';
  return stem;
}

int attribute(cudaDeviceAttr which, int ordinal) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, ordinal), "cudaDeviceGetAttribute");
  return value;
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

}  // namespace

Card discover(int ordinal, const std::string& stem) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  int driver = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0)
    throw DeviceError("no GPU: this machine has no NVIDIA driver");
  if (status == cudaErrorInsufficientDriver)
    throw DeviceError("driver too old for the CUDA runtime this program was built with");
  if (status == cudaErrorNoDevice || count == 0) throw DeviceError("no GPU: CUDA finds no device on this machine");
  check(status, "cudaGetDeviceCount");
  if (ordinal >= count)
    throw DeviceError("no GPU " + std::to_string(ordinal) + ": CUDA finds " + std::to_string(count));
  cudaDeviceProp p{};
  check(cudaGetDeviceProperties(&p, ordinal), "cudaGetDeviceProperties");
  Card card;
  card.ordinal = ordinal;
  card.name = p.name;
  card.stem = stem.empty() ? stem_of(p.name) : stem;
  char bus[32] = {};
  check(cudaDeviceGetPCIBusId(bus, sizeof bus, ordinal), "cudaDeviceGetPCIBusId");
  card.pci_bus_id = bus;
  // Before this process has a context: its own memory and load are not those of another.
  card.facts = Nvml(card.pci_bus_id).facts();
  card.compute_capability = 10 * p.major + p.minor;
  card.sms = p.multiProcessorCount;
  card.l2_bytes = static_cast<std::size_t>(p.l2CacheSize);
  check(cudaSetDevice(ordinal), "cudaSetDevice");  // since CUDA 12 this makes the context
  check(cudaMemGetInfo(&card.free_bytes, &card.memory_bytes), "cudaMemGetInfo");
  card.sm_clock_mhz = attribute(cudaDevAttrClockRate, ordinal) / 1e3;
  card.memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate, ordinal) / 1e3;
  card.memory_bus_bits = p.memoryBusWidth;
  card.shared_per_sm = p.sharedMemPerMultiprocessor;
  card.shared_per_block = p.sharedMemPerBlockOptin;
  card.threads_per_sm = p.maxThreadsPerMultiProcessor;
  card.blocks_per_sm = p.maxBlocksPerMultiProcessor;
  card.registers_per_sm = p.regsPerMultiprocessor;
  check(cudaDriverGetVersion(&card.driver_version), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&card.runtime_version), "cudaRuntimeGetVersion");
  return card;
}

void write_machine(const Card& card, const std::string& folder, const std::string& protocol) {
  char date[32] = {};
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  utsname host{};
  uname(&host);
  std::ostringstream out;
  out << "{\n  \"format\": \"perfmodel-raw\",\n  \"version\": 1,\n  \"card\": \"" << card.stem << "\",\n  \"name\": \""
      << card.name << "\",\n  \"date\": \"" << date << "\",\n  \"compute_capability\": " << card.compute_capability
      << ",\n  \"sms\": " << card.sms << ",\n  \"l2_bytes\": " << card.l2_bytes
      << ",\n  \"memory_bytes\": " << card.memory_bytes << ",\n  \"sm_clock_mhz\": " << card.sm_clock_mhz
      << ",\n  \"memory_clock_mhz\": " << card.memory_clock_mhz << ",\n  \"memory_bus_bits\": " << card.memory_bus_bits
      << ",\n  \"shared_memory_per_sm_bytes\": " << card.shared_per_sm
      << ",\n  \"shared_memory_per_block_bytes\": " << card.shared_per_block
      << ",\n  \"threads_per_sm\": " << card.threads_per_sm << ",\n  \"blocks_per_sm\": " << card.blocks_per_sm
      << ",\n  \"registers_per_sm\": " << card.registers_per_sm
      << ",\n  \"max_sm_clock_mhz\": " << card.facts.max_sm_clock_mhz
      << ",\n  \"max_memory_clock_mhz\": " << card.facts.max_memory_clock_mhz
      << ",\n  \"power_limit_w\": " << card.facts.power_limit_w
      << ",\n  \"power_default_limit_w\": " << card.facts.power_default_limit_w
      << ",\n  \"pcie_generation\": " << card.facts.pcie_generation << ",\n  \"pcie_width\": " << card.facts.pcie_width
      << ",\n  \"nvlinks\": " << card.facts.nvlinks << ",\n  \"ecc\": " << card.facts.ecc << ",\n  \"driver\": \""
      << card.facts.driver_version << "\",\n  \"cuda_driver\": " << card.driver_version
      << ",\n  \"cuda_runtime\": " << card.runtime_version << ",\n  \"cublaslt\": " << cublasLtGetVersion()
      << ",\n  \"host_cpu\": \"" << cpu_name() << "\",\n  \"host_threads\": " << std::thread::hardware_concurrency()
      << ",\n  \"host_os\": \"" << host.sysname << ' ' << host.machine << "\",\n  \"protocol\": \"" << protocol
      << "\"\n}\n";
  const std::string path = folder + "/machine.json", temporary = path + ".tmp";
  {
    std::ofstream file(temporary);
    file << out.str();
    if (!file) throw DeviceError(temporary + ": cannot be written");
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) throw DeviceError(path + ": cannot be written");
}

}  // namespace perfmodel::calibrate
