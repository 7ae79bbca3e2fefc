#include "collectives.hpp"

#include <cuda_runtime.h>
#include <nccl.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <thread>
#include <vector>

#include "calibrate/measure/cuda/cuda_check.hpp"
#include "calibrate/measure/raw_writer.hpp"

namespace perfmodel::calibrate {
namespace {

using SteadyClock = std::chrono::steady_clock;
using calibrate::check;

void check(ncclResult_t status, const char* what) {
  if (status != ncclSuccess) throw DeviceError(std::string(what) + ": NCCL: " + ncclGetErrorString(status));
}

/// What one GPU brings to its collectives.
struct Rank {
  int number{}, count{};
  ncclComm_t communicator{};
  cudaStream_t stream{};
  char *from{}, *to{};
};

struct Format {
  const char* name;
  ncclDataType_t type;
  std::size_t size;
};
constexpr std::array<Format, 3> formats{Format{"fp16", ncclFloat16, 2}, Format{"bf16", ncclBfloat16, 2},
                                        Format{"fp32", ncclFloat32, 4}};

/// `bytes` is the whole buffer of one card.
using Call = std::function<void(const Rank&, std::size_t bytes, const Format&)>;
struct Operation {
  const char* name;
  Call call;
};

void all_to_all(const Rank& r, std::size_t bytes, const Format& f) {
  const std::size_t part = bytes / static_cast<std::size_t>(r.count);
  check(ncclGroupStart(), "group");
  for (int other = 0; other < r.count; ++other) {
    const std::size_t at = part * static_cast<std::size_t>(other);
    check(ncclSend(r.from + at, part / f.size, f.type, other, r.communicator, r.stream), "send");
    check(ncclRecv(r.to + at, part / f.size, f.type, other, r.communicator, r.stream), "receive");
  }
  check(ncclGroupEnd(), "group");
}

/// From each even rank to the next; where their number is odd, the last has nobody to send to.
void send(const Rank& r, std::size_t bytes, const Format& f) {
  if (r.number % 2 == 1)
    check(ncclRecv(r.to, bytes / f.size, f.type, r.number - 1, r.communicator, r.stream), "receive");
  else if (r.number + 1 < r.count)
    check(ncclSend(r.from, bytes / f.size, f.type, r.number + 1, r.communicator, r.stream), "send");
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all{
      {"all_reduce",
       [](const Rank& r, std::size_t bytes, const Format& f) {
         check(ncclAllReduce(r.from, r.to, bytes / f.size, f.type, ncclSum, r.communicator, r.stream), "all-reduce");
       }},
      {"all_gather",
       [](const Rank& r, std::size_t bytes, const Format& f) {
         const std::size_t count = bytes / f.size / static_cast<std::size_t>(r.count);
         check(ncclAllGather(r.from, r.to, count, f.type, r.communicator, r.stream), "all-gather");
       }},
      {"reduce_scatter",
       [](const Rank& r, std::size_t bytes, const Format& f) {
         const std::size_t count = bytes / f.size / static_cast<std::size_t>(r.count);
         check(ncclReduceScatter(r.from, r.to, count, f.type, ncclSum, r.communicator, r.stream), "reduce-scatter");
       }},
      {"all_to_all", all_to_all},
      {"broadcast",
       [](const Rank& r, std::size_t bytes, const Format& f) {
         check(ncclBroadcast(r.from, r.to, bytes / f.size, f.type, 0, r.communicator, r.stream), "broadcast");
       }},
      {"send", send}};
  return all;
}

struct Case {
  const Operation* operation{};
  const Format* format{};
  std::size_t bytes{};
  bool graph{};

  [[nodiscard]] int calls() const { return bytes <= (1u << 20) ? 40 : bytes <= (64u << 20) ? 16 : 6; }
};

/// In an order that does not favour a size: the cases of one size after the other, from the longest down.
std::vector<Case> cases(bool quick) {
  std::vector<Case> out;
  for (std::size_t bytes = std::size_t{1} << 30; bytes >= 1024; bytes /= quick ? 16 : 2)
    for (const Operation& operation : operations())
      for (const Format& format : formats)
        for (const bool graph : {false, true})
          if (!quick || &format == formats.data()) out.push_back({&operation, &format, bytes, graph});
  return out;
}

/// Times of one case on one rank, in us a call.
struct Timing {
  double device{}, host{};
};

void call_all(const Rank& r, const Case& c) {
  for (int i = 0; i < c.calls(); ++i) c.operation->call(r, c.bytes, *c.format);
}

/// The first run brings the ranks together; the second, queued behind it, is timed.
Timing timed(const Rank& r, const Case& c, std::barrier<>& together, const std::function<void()>& run) {
  const Event begin, end;
  check(cudaStreamSynchronize(r.stream), "collectives");
  together.arrive_and_wait();
  run();
  begin.record(r.stream);
  const auto start = SteadyClock::now();
  run();
  const double host = std::chrono::duration<double, std::micro>(SteadyClock::now() - start).count();
  end.record(r.stream);
  check(cudaStreamSynchronize(r.stream), "collectives");
  return {end.microseconds_since(begin) / c.calls(), host / c.calls()};
}

std::vector<Timing> rounds_of(const Rank& r, const Case& c, std::barrier<>& together) {
  constexpr int rounds = 5;
  std::vector<Timing> out;
  cudaGraphExec_t graph{};
  if (c.graph) {
    cudaGraph_t captured{};
    check(cudaStreamBeginCapture(r.stream, cudaStreamCaptureModeThreadLocal), "capture");
    call_all(r, c);
    check(cudaStreamEndCapture(r.stream, &captured), "capture");
    check(cudaGraphInstantiate(&graph, captured, 0), "graph");
    check(cudaGraphDestroy(captured), "graph");
  }
  for (int i = 0; i < rounds; ++i)
    out.push_back(timed(r, c, together, [&] {
      if (c.graph)
        check(cudaGraphLaunch(graph, r.stream), "graph");
      else
        call_all(r, c);
    }));
  if (c.graph) check(cudaGraphExecDestroy(graph), "graph");
  return out;
}

/// The others of a failed rank wait for it inside the driver, so that nobody could be told.
[[noreturn]] void give_up(const std::exception& error) {
  std::cerr << "perfmodel-calibrate: " << error.what() << std::endl;
  std::_Exit(3);
}

std::string stem_of(const std::string& name) {
  std::string stem;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      stem += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!stem.empty() && stem.back() != '-')
      stem += '-';
  return stem;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  (void)std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

void write_machine(const CollectiveMeasurement& o, const cudaDeviceProp& card, const std::string& stem, int gpus) {
  int driver = 0, runtime = 0, nccl = 0, peer = 0;
  check(cudaDriverGetVersion(&driver), "driver");
  check(cudaRuntimeGetVersion(&runtime), "runtime");
  check(ncclGetVersion(&nccl), "version");
  check(cudaDeviceCanAccessPeer(&peer, 0, 1), "peer access");
  const char* multicast = std::getenv("NCCL_NVLS_ENABLE");
  std::ofstream(o.folder + "/collectives_machine.json")
      << "{\n  \"format\": \"perfmodel-raw\",\n  \"version\": 1,\n  \"card\": \"" << stem << "\",\n  \"name\": \""
      << card.name << "\",\n  \"date\": \"" << today() << "\",\n  \"gpus\": " << gpus
      << ",\n  \"compute_capability\": " << 10 * card.major + card.minor << ",\n  \"cuda_driver\": " << driver
      << ",\n  \"cuda_runtime\": " << runtime << ",\n  \"nccl\": " << nccl << ",\n  \"peer_access\": " << peer
      << ",\n  \"nccl_nvls_enable\": \"" << (multicast == nullptr ? "" : multicast) << "\"\n}\n";
}

/// Buffers and communicators of all ranks.
class Ranks {
 public:
  Ranks(int gpus, std::size_t bytes) : all_(static_cast<std::size_t>(gpus)) {
    std::vector<ncclComm_t> communicators(all_.size());
    check(ncclCommInitAll(communicators.data(), gpus, nullptr), "communicators");
    for (int i = 0; i < gpus; ++i) {
      Rank& r = all_[static_cast<std::size_t>(i)];
      r.number = i;
      r.count = gpus;
      r.communicator = communicators[static_cast<std::size_t>(i)];
      check(cudaSetDevice(i), "device");
      check(cudaStreamCreateWithFlags(&r.stream, cudaStreamNonBlocking), "stream");
      for (char** buffer : {&r.from, &r.to}) {
        check(cudaMalloc(reinterpret_cast<void**>(buffer), bytes), "buffer");
        check(cudaMemset(*buffer, 0, bytes), "buffer");
      }
    }
  }
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks() {
    for (Rank& r : all_) {
      (void)cudaSetDevice(r.number);
      (void)cudaDeviceSynchronize();
      (void)cudaFree(r.from);
      (void)cudaFree(r.to);
      (void)cudaStreamDestroy(r.stream);
      (void)ncclCommDestroy(r.communicator);
    }
  }
  [[nodiscard]] const std::vector<Rank>& all() const { return all_; }

 private:
  std::vector<Rank> all_;
};

/// All cases in one thread a rank. `times[rank]` holds the rounds of the case at hand.
void run_cases(const CollectiveMeasurement& o, const std::vector<Rank>& ranks, RawWriter& out) {
  const std::vector<Case> list = cases(o.quick);
  std::vector<std::vector<Timing>> times(ranks.size());
  std::barrier<> together(static_cast<std::ptrdiff_t>(ranks.size()));
  const auto begin = SteadyClock::now();
  bool late = false;  // written by the first rank between two meetings
  const auto write = [&](const Case& c) {
    std::vector<double> device, host;
    for (std::size_t i = 0; i < times[0].size(); ++i) {
      double longest = 0.0, mean = 0.0;
      for (const std::vector<Timing>& of_rank : times) {
        longest = std::max(longest, of_rank[i].device);
        mean += of_rank[i].host / static_cast<double>(times.size());
      }
      device.push_back(longest);
      host.push_back(mean);
    }
    std::sort(device.begin(), device.end());
    std::sort(host.begin(), host.end());
    const double middle = device[device.size() / 2];
    out.write(csv(c.operation->name, c.format->name, ranks.size(), c.bytes, c.graph ? "graph" : "stream", c.calls(),
                  middle, host[host.size() / 2], recorded_noise((device.back() - device.front()) / middle)));
  };
  const auto work = [&](const Rank& r) {
    try {
      check(cudaSetDevice(r.number), "device");
      const Case warm{operations().data(), formats.data(), std::size_t{256} << 20, false};
      for (int i = 0; i < 20; ++i) call_all(r, warm);
      for (const Case& c : list) {
        times[static_cast<std::size_t>(r.number)] = rounds_of(r, c, together);
        together.arrive_and_wait();
        if (r.number == 0) {
          write(c);
          late = std::chrono::duration<double>(SteadyClock::now() - begin).count() > o.seconds;
        }
        together.arrive_and_wait();
        if (late) return;
      }
    } catch (const std::exception& error) {
      give_up(error);
    }
  };
  std::vector<std::jthread> threads;
  for (const Rank& r : ranks) threads.emplace_back(work, std::cref(r));
}

}  // namespace

std::string measure_collectives(const CollectiveMeasurement& o) {
  int there = 0;
  check(cudaGetDeviceCount(&there), "GPUs");
  const int gpus = o.gpus == 0 ? there : o.gpus;
  if (there < 2 || gpus < 2 || gpus > there)
    throw DeviceError("collectives need two GPUs at least; asked for " + std::to_string(gpus) + ", there are " +
                      std::to_string(there));
  cudaDeviceProp card{};
  check(cudaGetDeviceProperties(&card, 0), "properties");
  const std::string stem = o.card.empty() ? stem_of(card.name) : o.card;
  std::filesystem::create_directories(o.folder);
  write_machine(o, card, stem, gpus);
  RawWriter out(o.folder, "collectives", stem, "op,dtype,gpus,bytes,how,calls,time_us,host_us,noise", 5, false);
  const Ranks ranks(gpus, std::size_t{1} << 30);
  run_cases(o, ranks.all(), out);
  out.finish();
  return stem;
}

}  // namespace perfmodel::calibrate
