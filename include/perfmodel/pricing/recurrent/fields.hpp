#pragma once
/// The constants of recurrent layers: names and units (data/constants/recurrent.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/recurrent/table.hpp>

namespace perfmodel {

inline constexpr std::array recurrent_fields = [] {
  using T = RecurrentTable;
  return std::array{Field{&T::gate_chain, {.name = "gate_chain", .unit = "cycle"}},
                    Field{&T::gate_element, {.name = "gate_element", .unit = "cycle"}},
                    Field{&T::gate_waiting, {.name = "gate_waiting", .unit = "cycle"}},
                    Field{&T::forward_tile, {.name = "forward_tile"}},
                    Field{&T::backward_tile, {.name = "backward_tile"}},
                    Field{&T::many_samples, {.name = "many_samples"}},
                    Field{&T::few_units, {.name = "few_units"}},
                    Field{&T::many_forward, {.name = "many_forward", .unit = "cycle"}},
                    Field{&T::many_backward, {.name = "many_backward", .unit = "cycle"}},
                    Field{&T::forward_step, {.name = "forward_step", .unit = "cycle"}},
                    Field{&T::forward_unit, {.name = "forward_unit", .unit = "cycle"}},
                    Field{&T::backward_step, {.name = "backward_step", .unit = "cycle"}},
                    Field{&T::backward_unit, {.name = "backward_unit", .unit = "cycle"}},
                    Field{&T::few_backward_step, {.name = "few_backward_step", .unit = "cycle"}},
                    Field{&T::few_backward_unit, {.name = "few_backward_unit", .unit = "cycle"}},
                    Field{&T::half_forward_step, {.name = "half_forward_step", .unit = "cycle"}},
                    Field{&T::half_forward_unit, {.name = "half_forward_unit", .unit = "cycle"}},
                    Field{&T::half_backward_step, {.name = "half_backward_step", .unit = "cycle"}},
                    Field{&T::half_backward_unit, {.name = "half_backward_unit", .unit = "cycle"}},
                    Field{&T::small_forward_start, {.name = "small_forward_start", .unit = "cycle"}},
                    Field{&T::small_forward_weight, {.name = "small_forward_weight", .unit = "cycle"}},
                    Field{&T::small_strided_weight, {.name = "small_strided_weight", .unit = "cycle"}},
                    Field{&T::small_forward_half, {.name = "small_forward_half"}},
                    Field{&T::small_backward_start, {.name = "small_backward_start", .unit = "cycle"}},
                    Field{&T::small_backward_weight, {.name = "small_backward_weight", .unit = "cycle"}},
                    Field{&T::small_backward_half, {.name = "small_backward_half"}},
                    Field{list_of<&T::lstm_forward>, {.name = "lstm_forward", .unit = "cycle"}},
                    Field{list_of<&T::gru_forward>, {.name = "gru_forward", .unit = "cycle"}},
                    Field{list_of<&T::lstm_backward>, {.name = "lstm_backward", .unit = "cycle"}},
                    Field{list_of<&T::gru_backward>, {.name = "gru_backward", .unit = "cycle"}},
                    Field{&T::small_width, {.name = "small_width"}},
                    Field{&T::widest, {.name = "widest"}},
                    Field{&T::forward_shared, {.name = "forward_shared"}},
                    Field{&T::backward_shared, {.name = "backward_shared"}},
                    Field{&T::lstm_bias, {.name = "lstm_bias", .unit = "cycle"}},
                    Field{&T::lstm_bias_unit, {.name = "lstm_bias_unit", .unit = "cycle"}},
                    Field{&T::lstm_bias_half, {.name = "lstm_bias_half", .unit = "cycle"}},
                    Field{&T::lstm_bias_half_unit, {.name = "lstm_bias_half_unit", .unit = "cycle"}},
                    Field{&T::gru_bias, {.name = "gru_bias", .unit = "cycle"}},
                    Field{&T::gru_bias_unit, {.name = "gru_bias_unit", .unit = "cycle"}},
                    Field{&T::gru_bias_half, {.name = "gru_bias_half", .unit = "cycle"}},
                    Field{&T::gru_bias_half_unit, {.name = "gru_bias_half_unit", .unit = "cycle"}},
                    Field{&T::lstm_bias_missed, {.name = "lstm_bias_missed", .unit = "cycle"}},
                    Field{&T::lstm_bias_half_missed, {.name = "lstm_bias_half_missed", .unit = "cycle"}},
                    Field{&T::gru_bias_missed, {.name = "gru_bias_missed", .unit = "cycle"}},
                    Field{&T::gru_bias_half_missed, {.name = "gru_bias_half_missed", .unit = "cycle"}}};
}();

template <class Archive>
void describe(Archive& archive, RecurrentTable& table) {
  archive.constants(recurrent_fields, table);
}

}  // namespace perfmodel
