#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/attention/constants.hpp>
#include <perfmodel/pricing/attention/model.hpp>
#include <perfmodel/pricing/streaming/time.hpp>

namespace perfmodel {

[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, const AttentionTable& table,
                                                         AttentionVersion version = AttentionVersion::cudnn) {
  return make_attention_model(device, table, make_gemm_models(device), make_streaming_model(device), version);
}
[[nodiscard]] inline AttentionModel make_attention_model(const Device& device,
                                                         AttentionVersion version = AttentionVersion::cudnn) {
  return make_attention_model(device, attention_table(), version);
}

/// Time of fused attention. docs/reference/pricing/attention.md derives it.
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] Prediction predict(const Attention& a, const AttentionModel& model);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/attention/time.ipp>
#endif
