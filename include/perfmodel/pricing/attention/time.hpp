#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/attention/constants.hpp>
#include <perfmodel/pricing/attention/model.hpp>

namespace perfmodel {

[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, const AttentionTable& table) {
  return make_attention_model(device, table, make_gemm_models(device));
}
[[nodiscard]] inline AttentionModel make_attention_model(const Device& device) {
  return make_attention_model(device, attention_table());
}

/// Time of fused attention. docs/reference/pricing/attention.md derives it.
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] Prediction predict(const Attention& a, const AttentionModel& model);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/attention/time.ipp>
#endif
