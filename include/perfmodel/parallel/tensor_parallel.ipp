#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <perfmodel/parallel/communication.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
#include <perfmodel/rounding.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

namespace detail {

/// Layers that work on one part of the width as on the whole: nothing crosses between columns.
[[nodiscard]] inline bool keeps_columns(const Network& network, std::size_t i) {
  const LayerKind& what = network.layers[i].what;
  if (std::holds_alternative<RmsNorm>(what) || std::holds_alternative<LayerNorm>(what)) {  // of each head on its own
    const std::vector<std::int32_t> from = sources(network, i);
    return from[0] >= 0 && std::holds_alternative<Reshape>(network.layers[static_cast<std::size_t>(from[0])].what);
  }
  return std::holds_alternative<Activation>(what) || std::holds_alternative<ComposedGelu>(what) ||
         std::holds_alternative<Multiply>(what) || std::holds_alternative<Dropout>(what) ||
         std::holds_alternative<Rotary>(what) || std::holds_alternative<DotProductAttention>(what) ||
         std::holds_alternative<Cast>(what) || std::holds_alternative<Reshape>(what) ||
         std::holds_alternative<Scale>(what) || std::holds_alternative<Copy>(what) ||
         std::holds_alternative<CausalBias>(what);
}

/// Layers whose output may be cut along the width, since all that read it keep columns apart until linear layers sum
/// over them.
[[nodiscard]] inline std::vector<bool> outputs_to_cut(const Network& network) {
  const std::size_t count = network.layers.size();
  std::vector<std::vector<std::size_t>> readers(count);
  for (std::size_t i = 0; i < count; ++i)
    for (const std::int32_t s : sources(network, i))
      if (s >= 0) readers[static_cast<std::size_t>(s)].push_back(i);
  std::vector<bool> cut(count, false), seen_outside(count, false);
  for (const std::int32_t i : network.extra_outputs) seen_outside[static_cast<std::size_t>(i)] = true;
  for (const AuxiliaryLoss& a : network.auxiliary_losses) seen_outside[static_cast<std::size_t>(a.layer)] = true;
  for (std::size_t i = count; i-- > 0;)
    cut[i] = !seen_outside[i] && !readers[i].empty() &&
             std::all_of(readers[i].begin(), readers[i].end(), [&](std::size_t r) {
               return std::holds_alternative<Linear>(network.layers[r].what) || (keeps_columns(network, r) && cut[r]);
             });
  return cut;
}

[[nodiscard]] inline std::int64_t divided(std::int64_t value, std::int64_t ranks, const std::string& what) {
  if (value % ranks != 0)
    throw bad_input(what, std::to_string(value), "must be divisible by tp, " + std::to_string(ranks));
  return value / ranks;
}

/// Megatron-LM pads the vocabulary to a multiple of 128 on every card (--make-vocab-size-divisible-by).
inline constexpr std::int64_t vocabulary_multiple = 128;

/// Builds the network of one card layer by layer.
class TensorCut {
 public:
  TensorCut(const Network& network, const TensorParallel& cut)
      : old_(network),
        cut_(cut),
        columns_(outputs_to_cut(network)),
        moved_(network.layers.size(), -1),
        owners_(network.layers.size(), -1),
        parted_(network.layers.size(), false) {
    out_.name = network.name;
    out_.inputs = network.inputs;
    out_.loss = network.loss;
    vocabulary_ = vocabulary_of(network);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
      if (network.layers[i].block >= 0) first_block_ = std::min(first_block_, i);
  }

  [[nodiscard]] Network build() {
    const std::size_t count = old_.layers.size();
    if (cut_.sequence_parallel && (vocabulary_ == 0 || first_block_ >= count))
      throw bad_input("sequence_parallel", "true", old_.name + " must have blocks between an embedding and its head");
    for (std::size_t i = 0; i < count; ++i) {
      layer_ = i;
      next_ = old_.layers[i];
      next_.inputs.clear();
      next_.held_until = -1;  // set below, where all have their places
      if (next_.parameters_of >= 0) next_.parameters_of = owners_[static_cast<std::size_t>(next_.parameters_of)];
      try {
        std::visit([this](auto& what) { place(what); }, next_.what);
      } catch (const Error& e) {
        throw at(perfmodel::place(old_, i), e);
      }
    }
    if (exchanges_.empty())
      throw bad_input("tp", std::to_string(cut_.ranks),
                      "must be 1: " + old_.name + " has no layers that tensor ranks could cut among them");
    if (parted_.back())
      throw bad_input("tp", std::to_string(cut_.ranks), old_.name + " ends in a layer that is cut among the cards");
    for (std::size_t i = 0; i < count; ++i)
      if (old_.layers[i].held_until >= 0)
        out_.layers[static_cast<std::size_t>(moved_[i])].held_until =
            moved_[static_cast<std::size_t>(old_.layers[i].held_until)];
    for (const std::int32_t i : old_.extra_outputs) out_.extra_outputs.push_back(moved_[static_cast<std::size_t>(i)]);
    for (AuxiliaryLoss a : old_.auxiliary_losses) {
      a.layer = moved_[static_cast<std::size_t>(a.layer)];
      out_.auxiliary_losses.push_back(a);
    }
    return std::move(out_);
  }

 private:
  /// Rows of the token table that the head's columns match; 0: there is no such pair.
  [[nodiscard]] static std::int64_t vocabulary_of(const Network& network) {
    const auto* head = std::get_if<Linear>(&network.layers.back().what);
    if (head == nullptr || !std::holds_alternative<CrossEntropy>(network.loss)) return 0;
    for (const Layer& layer : network.layers)
      if (const auto* table = std::get_if<Embedding>(&layer.what))
        if (!table->positions && table->count == head->outputs) return table->count;
    return 0;
  }
  [[nodiscard]] std::int64_t vocabulary_part() const {
    return round_up(vocabulary_, vocabulary_multiple * cut_.ranks) / cut_.ranks;
  }
  std::int32_t append(Layer layer) {
    out_.layers.push_back(std::move(layer));
    return static_cast<std::int32_t>(out_.layers.size()) - 1;
  }
  std::int32_t append_next() { return owners_[layer_] = append(next_); }
  /// A layer whose tensors are distributed ones, where they are.
  std::int32_t append_distributed(Exchange kind = Exchange::linear) {
    const std::int32_t index = append_next();
    return cut_.distributed ? exchange(kind, index, ".distributed") : index;
  }
  std::int32_t exchange(Exchange what, std::int32_t source, const std::string& suffix) {
    const auto [known, fresh] = exchanges_.try_emplace(what);  // equal ones are one layer, so that blocks stay equal
    if (fresh) known->second = custom_layer(Communication{what, cut_.ranks, cut_.per_node, cut_.distributed});
    Layer layer{.name = old_.layers[layer_].name + suffix, .what = known->second, .inputs = {source}};
    layer.block = old_.layers[layer_].block;
    return append(std::move(layer));
  }
  [[nodiscard]] bool in_blocks() const { return layer_ >= first_block_; }
  [[nodiscard]] bool is_parted(std::int32_t source) const {
    return source >= 0 && parted_[static_cast<std::size_t>(source)];
  }
  /// Whether the first of a layer's inputs is cut along the width. @throws Error where only some are
  [[nodiscard]] bool reads_parts() const {
    const std::vector<std::int32_t> from = sources(old_, layer_);
    return is_parted(from[0]);
  }
  /// A source as the new network numbers it; inside the blocks a part of the sequence, with sequence parallelism.
  [[nodiscard]] std::int32_t source_of(std::int32_t source) {
    std::int32_t now = source < 0 ? source : moved_[static_cast<std::size_t>(source)];
    const bool crosses = cut_.sequence_parallel && in_blocks() && source >= 0 &&
                         static_cast<std::size_t>(source) < first_block_ && !is_parted(source);
    if (!crosses) return now;
    const auto [found, fresh] = split_.try_emplace(source, -1);
    if (fresh) found->second = exchange(Exchange::split, now, ".split");
    return found->second;
  }
  void finish(std::int32_t index, bool parted) {
    moved_[layer_] = index;
    parted_[layer_] = parted;
  }
  /// The layer as it is, of whatever it reads.
  void keep() {
    const std::vector<std::int32_t> from = sources(old_, layer_);
    const bool parts = std::any_of(from.begin(), from.end(), [&](std::int32_t s) { return is_parted(s); });
    if (parts && !(keeps_columns(old_, layer_) &&
                   std::all_of(from.begin(), from.end(), [&](std::int32_t s) { return is_parted(s); })))
      throw bad_input("tp", std::to_string(cut_.ranks), "tensor parallelism over this layer is not modelled");
    for (const std::int32_t s : from) next_.inputs.push_back(source_of(s));
    const bool norm = std::holds_alternative<RmsNorm>(next_.what) || std::holds_alternative<LayerNorm>(next_.what);
    finish(norm && cut_.sequence_parallel && !parts ? append_distributed(Exchange::norm) : append_next(), parts);
  }
  /// The whole input, as the first linear layer of a cut pair reads it.
  [[nodiscard]] std::int32_t whole(std::int32_t source) {
    const auto [found, fresh] = whole_.try_emplace(source, -1);
    if (fresh) {
      const std::int32_t now = source_of(source);
      const bool sequence = cut_.sequence_parallel && in_blocks();
      found->second = exchange(sequence ? Exchange::gather : Exchange::copy, now, sequence ? ".gather" : ".copy");
    }
    return found->second;
  }
  void sum_up(std::int32_t partial) {
    const bool sequence = cut_.sequence_parallel && in_blocks();
    finish(exchange(sequence ? Exchange::scatter : Exchange::reduce, partial, sequence ? ".scatter" : ".reduce"),
           false);
  }
  void place(Linear& linear) {
    const std::int32_t from = sources(old_, layer_)[0];
    const bool head = layer_ + 1 == old_.layers.size() && vocabulary_ > 0;
    if (is_parted(from)) {
      linear.inputs = divided(linear.inputs, cut_.ranks, "inputs");
      next_.inputs = {moved_[static_cast<std::size_t>(from)]};
      return sum_up(append_distributed());
    }
    if (!head && !columns_[layer_]) return keep();
    next_.inputs = {whole(from)};
    linear.outputs = head ? vocabulary_part() : divided(linear.outputs, cut_.ranks, "outputs");
    const std::int32_t index = append_distributed();
    if (head)
      std::get<CrossEntropy>(out_.loss).columns = cut_.distributed ? LossColumns::distributed : LossColumns::by_hand;
    finish(head ? exchange(Exchange::loss, index, ".loss") : index, !head);
  }
  void place(DotProductAttention& attention) {
    if (reads_parts()) {
      attention.heads = divided(attention.heads, cut_.ranks, "heads");
      attention.key_heads = divided(attention.key_heads, cut_.ranks, "key_heads");
    }
    keep();
  }
  /// A bias of each head: it has the heads of the attention that reads it.
  void place(RelativeBias& bias) {
    bias.heads = divided(bias.heads, cut_.ranks, "heads");
    next_.inputs = {source_of(sources(old_, layer_)[0])};
    finish(append_next(), true);
  }
  void place(Rotary& rotary) {
    if (reads_parts()) rotary.heads = divided(rotary.heads, cut_.ranks, "heads");
    keep();
  }
  /// Heads that become rows, and rows that become heads again.
  void place(Reshape& reshape) {
    if (reads_parts()) {
      const std::size_t last = reshape.sample.rank - 1;
      const bool rows_again =
          sources(old_, layer_)[0] >= 0 &&
          !std::holds_alternative<Linear>(old_.layers[static_cast<std::size_t>(sources(old_, layer_)[0])].what);
      std::int64_t& extent = reshape.sample.extent[rows_again ? last : 0];
      extent = divided(extent, cut_.ranks, "reshaped extent");
    }
    keep();
  }
  void place(Embedding& table) {
    if (table.positions || vocabulary_ == 0 || table.count != vocabulary_) return keep();
    table.count = vocabulary_part();
    next_.inputs = {source_of(sources(old_, layer_)[0])};
    const std::int32_t index = append_distributed();
    finish(exchange(Exchange::reduce, index, ".reduce"), false);
  }
  void place(MixtureOfExperts& experts) {
    experts.inner = divided(experts.inner, cut_.ranks, "inner");
    next_.inputs = {whole(sources(old_, layer_)[0])};
    sum_up(append_next());
  }
  template <class Other>
  void place(Other&) {
    keep();
  }

  const Network& old_;
  TensorParallel cut_;
  std::vector<bool> columns_;
  std::vector<std::int32_t> moved_;   ///< where each layer's result is
  std::vector<std::int32_t> owners_;  ///< where the layer itself is
  std::vector<bool> parted_;
  std::int64_t vocabulary_{};
  std::size_t first_block_{static_cast<std::size_t>(-1)};
  std::size_t layer_{};
  Layer next_{};
  std::map<std::int32_t, std::int32_t> whole_{}, split_{};
  std::map<Exchange, CustomLayer> exchanges_{};
  Network out_{};
};

}  // namespace detail

PERFMODEL_INLINE Network with_tensor_parallel(const Network& network, const TensorParallel& cut) {
  if (cut.ranks <= 1) return network;
  return detail::TensorCut(network, cut).build();
}

}  // namespace perfmodel
