#pragma once
#include <cstddef>
#include <perfmodel/compiled.hpp>
#include <perfmodel/lowering/recurrent.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/operation/custom.hpp>
#include <perfmodel/operation/fused.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/operation/host_copy.hpp>
#include <perfmodel/visit.hpp>
#include <variant>

namespace perfmodel {

/// Anything that runs on the device as one call of a library's kernel.
/// A std::variant, asked by std::get_if and visit(); its copies are defined apart, as their code is long.
struct Kernel : std::variant<Gemm, Convolution, Attention, Streaming, RecurrentKernel, Collective, HostCopy, op::Custom,
                             op::Fused> {
  Kernel();
  template <class K>
  requires is_kind_of<K, variant> Kernel(K kind) : Kernel(kind_index<K, variant>, &kind) {}
  Kernel(const Kernel&);
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(const Kernel&);
  // Boost's quantities do not throw, but do not say so.
  Kernel& operator=(Kernel&&) noexcept;  // NOLINT(bugprone-exception-escape)
  ~Kernel();

 private:
  Kernel(std::size_t index, void* kind);  ///< moves the alternative of that index out of *kind
};

[[nodiscard]] Work work(const Kernel& kernel);
[[nodiscard]] Bytes traffic(const Kernel& kernel);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/lowering/kernel.ipp>
#endif
