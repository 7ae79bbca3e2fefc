#pragma once
#include <perfmodel/trace/recording.hpp>

namespace perfmodel {

PERFMODEL_INLINE Operand operand_of(const RecordedTensor& tensor, std::int64_t batch) {
  Operand x{.format = tensor.format};
  for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
    x.shape.push_back(tensor.shape[i].at(batch));
    x.strides[i] = tensor.strides[i].at(batch);
  }
  return x;
}

}  // namespace perfmodel
