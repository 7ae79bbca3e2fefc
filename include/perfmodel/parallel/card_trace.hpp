#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <vector>

namespace perfmodel {

/// What a card holds of its weights where several cards have the same, as changes to the trace of a card that holds
/// all.
struct CardShare {
  double parameters{1.0}, gradients{1.0}, state{1.0};  ///< stored on this card, of what the trace stores
  double widened{1.0};                                 ///< 2 where the trace works in 16 bits and the card stores FP32
  bool gathered{};                      ///< parameters are cut: each part of the network is gathered while it works
  bool again{true};                     ///< and dropped between forward and backward pass
  std::vector<double> bytes{};          ///< gathered parameters by part, in the order of the forward pass
  std::vector<std::int64_t> tensors{};  ///< parameters of each part: each is a view for the host to make
  std::vector<std::int32_t> part_of{};  ///< by layer; parts of a block come and go, part 0 stays for the whole pass
  double buckets{}, bucket{};           ///< bytes of gradient buckets, and of one
  NumberFormat bucket_format{};         ///< of gradients in buckets
  bool bucket_view{};                   ///< gradients are views of the buckets
  double inputs{};                      ///< bytes that the caller holds in FP32 of what layers read in 16 bits
  std::int64_t buffers{};               ///< that are broadcast before each step: statistics of batch norms
  std::vector<double> less_cut{};  ///< by layer: how many times as much of it the card stores (experts, which fewer
                                   ///< cards share); empty: once
  double mean_less_cut{1.0};       ///< of all parameters
  std::vector<bool> unshared{};    ///< by layer: no other card has it, and no bucket its gradients; empty: none
  double in_flight{};              ///< further micro-batches whose activations wait for their backward pass
  std::int32_t last_block{-1};     ///< last layer of the repeated blocks: what is behind them never waits; -1: none
  bool drains{};                   ///< these are all: no forward pass follows the first backward pass
  double arriving{};               ///< bytes of buffers for what other stages of a pipeline send
};

/// Whether a card's trace differs from that of a card that holds all.
[[nodiscard]] inline bool changes(const CardShare& s) {
  return s.parameters != 1.0 || s.gradients != 1.0 || s.state != 1.0 || s.gathered || s.buckets > 0.0 ||
         s.in_flight > 0.0 || s.arriving > 0.0;
}

/// The trace of one card among several that have the same weights. Times and memory are read from it as from any other.
[[nodiscard]] StepTrace card_trace(const StepTrace& trace, const CardShare& share);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/card_trace.ipp>
#endif
