#pragma once
/// What a framework's wrappers cost on the host: names (data/constants/wrapper.json).
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/data/field.hpp>

namespace perfmodel {

/// FullyShardedDataParallel's second edition (torch/distributed/fsdp/_fully_shard), in calls of HostOp::other: all of
/// it runs with the interpreter, so that it is as slow as the host is.
struct ShardedHostCost {
  double forward{};                  ///< hooks around the forward pass of a part that is gathered by itself
  double gather{}, gather_tensor{};  ///< an all-gather, with its copies in and out; of each parameter in it
  double scatter{}, scatter_tensor{};
  double update{}, update_tensor{};  ///< an optimizer's call over a list of distributed tensors; of each in it
};

/// DistributedDataParallel (torch/nn/parallel/distributed.py, torch/csrc/distributed/c10d/reducer.cpp).
struct BucketHostCost {
  double forward{}, buffer{};  ///< of a step; of each buffer that is broadcast before it (statistics of batch norms)
  double tensor{}, bucket{};   ///< of each gradient, beside the launch of its copy; of each all-reduce
};

/// Exchanges between layers, as autograd functions written in Python.
struct ExchangeHostCost {
  double call{};
};

/// Attention among context ranks (torch/distributed/tensor/experimental/_context_parallel): what the host does for one
/// rank's part, in one direction, beside the operations.
struct ContextHostCost {
  double part{};
};

/// Layers of distributed tensors (torch/distributed/tensor), in calls of HostOp::other: sharding is worked out for
/// every operation.
struct DistributedHostCost {
  double linear{}, linear_backward{};
  double norm{}, norm_backward{};
};

struct WrapperTable {
  ShardedHostCost sharded{};
  BucketHostCost buckets{};
  ExchangeHostCost exchange{};
  ContextHostCost context{};
  DistributedHostCost distributed{};
  double contention{};   ///< by which computation slows down beside an exchange: seconds of one SM for each 1e9 bytes
                         ///< that the card sends
  double interleaved{};  ///< by which a pass of the slowest rank under torch.distributed.pipelining's interleaved
                         ///< schedule is longer than its work: times the logarithm (base 2) of the ranks
};

inline constexpr std::array sharded_fields = [] {
  using C = ShardedHostCost;
  return std::array{Field{&C::forward, {.name = "forward"}},
                    Field{&C::gather, {.name = "gather"}},
                    Field{&C::gather_tensor, {.name = "gather_tensor"}},
                    Field{&C::scatter, {.name = "scatter"}},
                    Field{&C::scatter_tensor, {.name = "scatter_tensor"}},
                    Field{&C::update, {.name = "update"}},
                    Field{&C::update_tensor, {.name = "update_tensor"}}};
}();
inline constexpr std::array bucket_fields = [] {
  using C = BucketHostCost;
  return std::array{
      Field{&C::forward, {.name = "forward"}},
      Field{&C::buffer, {.name = "buffer"}},
      Field{&C::tensor, {.name = "tensor"}},
      Field{&C::bucket, {.name = "bucket"}},
  };
}();
inline constexpr std::array exchange_fields{Field{&ExchangeHostCost::call, {.name = "call"}}};
inline constexpr std::array context_fields{Field{&ContextHostCost::part, {.name = "part"}}};
inline constexpr std::array distributed_fields = [] {
  using C = DistributedHostCost;
  return std::array{Field{&C::linear, {.name = "linear"}}, Field{&C::linear_backward, {.name = "linear_backward"}},
                    Field{&C::norm, {.name = "norm"}}, Field{&C::norm_backward, {.name = "norm_backward"}}};
}();
inline constexpr std::array wrapper_fields{Field{&WrapperTable::contention, {.name = "contention"}},
                                           Field{&WrapperTable::interleaved, {.name = "interleaved"}}};

template <class Archive>
void describe(Archive& archive, WrapperTable& table) {
  archive.group("sharded", [&] { archive.constants(sharded_fields, table.sharded); });
  archive.group("buckets", [&] { archive.constants(bucket_fields, table.buckets); });
  archive.group("exchange", [&] { archive.constants(exchange_fields, table.exchange); });
  archive.group("context", [&] { archive.constants(context_fields, table.context); });
  archive.group("distributed", [&] { archive.constants(distributed_fields, table.distributed); });
  archive.constants(wrapper_fields, table);
}

/// Calls of HostOp::other for one thing and for each of so many. Never less than none.
[[nodiscard]] inline std::int64_t host_calls(double once, double each = 0.0, std::int64_t count = 0) {
  return std::llround(once + each * static_cast<double>(count));
}

}  // namespace perfmodel
