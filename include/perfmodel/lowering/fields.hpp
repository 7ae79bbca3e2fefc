#pragma once
/// Names and units of lowering/table.hpp (data/constants/lowering.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/lowering/table.hpp>

namespace perfmodel {

inline constexpr std::array recurrent_lowering_fields = [] {
  using R = RecurrentLowering;
  return std::array{Field{&R::few_rows, {.name = "few_rows"}},
                    Field{&R::large_hidden, {.name = "large_hidden"}},
                    Field{&R::very_large_hidden, {.name = "very_large_hidden"}},
                    Field{&R::kept_bytes, {.name = "kept_bytes", .unit = "byte"}},
                    Field{list_of<&R::lstm>, {.name = "lstm"}},
                    Field{list_of<&R::gru>, {.name = "gru"}},
                    Field{list_of<&R::lstm_both>, {.name = "lstm_both"}},
                    Field{list_of<&R::gru_both>, {.name = "gru_both"}},
                    Field{list_of<&R::lstm_persistent>, {.name = "lstm_persistent"}},
                    Field{list_of<&R::gru_persistent>, {.name = "gru_persistent"}},
                    Field{list_of<&R::lstm_both_persistent>, {.name = "lstm_both_persistent"}},
                    Field{list_of<&R::gru_both_persistent>, {.name = "gru_both_persistent"}},
                    Field{list_of<&R::lstm_training>, {.name = "lstm_training"}},
                    Field{list_of<&R::gru_training>, {.name = "gru_training"}},
                    Field{list_of<&R::lstm_both_training>, {.name = "lstm_both_training"}},
                    Field{list_of<&R::gru_both_training>, {.name = "gru_both_training"}},
                    Field{list_of<&R::lstm_persistent_training>, {.name = "lstm_persistent_training"}},
                    Field{list_of<&R::gru_persistent_training>, {.name = "gru_persistent_training"}},
                    Field{list_of<&R::lstm_both_persistent_training>, {.name = "lstm_both_persistent_training"}},
                    Field{list_of<&R::gru_both_persistent_training>, {.name = "gru_both_persistent_training"}},
                    Field{&R::gru_training_inputs, {.name = "gru_training_inputs"}},
                    Field{&R::between_directions, {.name = "between_directions"}},
                    Field{&R::each_bytes, {.name = "each_bytes", .unit = "byte", .digits = Constant::exact}}};
}();

inline constexpr std::array multi_tensor_fields = [] {
  using M = MultiTensorLimits;
  return std::array{Field{&M::chunk, {.name = "chunk", .least = 1}}, Field{&M::blocks, {.name = "blocks", .least = 1}},
                    Field{&M::wide_blocks, {.name = "wide_blocks", .least = 1}},
                    Field{list_of<&M::tensors>, {.name = "tensors", .least = 1}},
                    Field{list_of<&M::wide_tensors>, {.name = "wide_tensors", .least = 1}}};
}();

inline constexpr std::array concatenation_fields = [] {
  using C = ConcatenationLowering;
  return std::array{Field{&C::most_writers, {.name = "most_writers", .least = 1}}};
}();

template <class Archive>
void describe(Archive& archive, LoweringTable& table) {
  archive.group("recurrent", [&] { archive.constants(recurrent_lowering_fields, table.recurrent); });
  archive.group("multi_tensor", [&] { archive.constants(multi_tensor_fields, table.multi_tensor); });
  archive.group("concatenation", [&] { archive.constants(concatenation_fields, table.concatenation); });
}

}  // namespace perfmodel
