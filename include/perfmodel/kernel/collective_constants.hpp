#pragma once
#include <perfmodel/kernel/collective_model.hpp>

// Generated; do not edit by hand.
// Program: perfmodel-fit-operations. Rows: all-reduce times of microsoft/vidur (commit 7d475133, MIT) on DGX A100 and of
// baidu-research/DeepBench (commit da81ba78, Apache-2.0) on P100 and M40 over PCIe. Error bars: each count of cards
// predicted from the others.
// clang-format off

namespace perfmodel {

inline constexpr CollectiveTable collective_table{{
  /* pcie */ {.share = 0.3495, .hop_seconds = 1.921e-05, .start_seconds = 4.834e-06, .error_bar = {0.7502, 1.797}},
  /* nvlink */ {.share = 0.5615, .hop_seconds = 2.758e-06, .start_seconds = 3.853e-05, .error_bar = {0.6783, 1.318}}}};

}  // namespace perfmodel
