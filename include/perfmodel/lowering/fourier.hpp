#pragma once
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/fourier.hpp>

namespace perfmodel {

/// One kernel, which holds each transform in shared memory. PyTorch's transforms are cuFFT's.
template <class Kernels>
void lower(const op::Fourier& f, Kernels& kernels) {
  kernels.push_back(Streaming{.kind = StreamingKind::fourier,
                              .format = f.format,
                              .rows = f.count,
                              .columns = f.length,
                              .read = read_bytes(f),
                              .written = written_bytes(f),
                              .work = work(f),
                              .images = f.apart ? 1 : 0,
                              .visits = f.side == op::Fourier::Side::complex ? 0.0 : 1.0});
}

}  // namespace perfmodel
