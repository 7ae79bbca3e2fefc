#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/software/framework.hpp>
#include <perfmodel/trace/recording.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel::recorded {

/// "aten.add_.Tensor" -> "add_".
[[nodiscard]] constexpr std::string_view base_name(std::string_view name) {
  if (const std::size_t space = name.find('.'); space != std::string_view::npos) name.remove_prefix(space + 1);
  return name.substr(0, name.find('.'));
}

/// One recorded operation at one batch. Operands that lie on the host are no operands of a kernel.
struct Call {
  const Recording& recording;
  const RecordedEvent& event;
  std::int64_t batch{1};
  const FrameworkRules& rules;
  Bytes parameters{};  ///< of the whole network

  [[nodiscard]] bool has(std::size_t k) const { return k < event.arguments.size() && !list(k).empty(); }
  [[nodiscard]] const std::vector<RecordedTensor>& list(std::size_t k) const {
    static const std::vector<RecordedTensor> none{};
    return k < event.arguments.size() ? event.arguments[k].tensors : none;
  }
  [[nodiscard]] bool on_host(const RecordedTensor& t) const { return recording.storages[t.storage].host; }
  /// @throws Error where there is no such tensor
  [[nodiscard]] Operand in(std::size_t k) const {
    if (!has(k))
      throw bad_input(recording.file, event.name + " without a tensor as argument " + std::to_string(k),
                      "its tensors must be recorded");
    return operand_of(list(k)[0], batch);
  }
  [[nodiscard]] Operand out(std::size_t i = 0) const {
    if (i >= event.results.size())
      throw bad_input(recording.file, event.name + " without result " + std::to_string(i),
                      "its results must be recorded");
    return operand_of(event.results[i], batch);
  }
  [[nodiscard]] std::vector<std::int64_t> numbers(std::size_t k) const {
    std::vector<std::int64_t> values;
    if (k < event.arguments.size())
      for (const BatchLine& line : event.arguments[k].numbers) values.push_back(line.at(batch));
    return values;
  }
  [[nodiscard]] std::int64_t number(std::size_t k, std::int64_t absent = 0) const {
    const std::vector<std::int64_t> values = numbers(k);
    return values.empty() ? absent : values.front();
  }
  [[nodiscard]] bool has_word(std::string_view word) const {
    return std::find(event.words.begin(), event.words.end(), word) != event.words.end();
  }
  /// The tensors of all arguments that lie on the card.
  [[nodiscard]] std::vector<Operand> operands() const {
    std::vector<Operand> found;
    for (const RecordedArgument& argument : event.arguments)
      for (const RecordedTensor& t : argument.tensors)
        if (!on_host(t)) found.push_back(operand_of(t, batch));
    return found;
  }
};

/// Which of a call's operands one of its operations reads, and which results it writes: a bit for each.
struct PartUses {
  std::uint32_t arguments{~0U}, results{~0U};
  bool reads_results{};  ///< the results are there before: they are changed
};
[[nodiscard]] constexpr std::uint32_t bit(std::int64_t k) { return 1U << static_cast<std::uint32_t>(k); }

/// What a call does, in order: results come into being, temporaries too, operations run, temporaries die.
struct Plan {
  struct Part {
    enum class What : std::uint8_t { results, temporary, run, drop } what{What::run};
    std::int64_t count{};  ///< results that exist then, or bytes of the temporary
    Operation operation{};
    PartUses uses{};
  };
  std::vector<Part> parts{};

  Plan& results(std::int64_t count) { return add({.what = Part::What::results, .count = count}); }
  Plan& temporary(Bytes size) {
    return add({.what = Part::What::temporary, .count = static_cast<std::int64_t>(in(size, byte))});
  }
  Plan& run(Operation operation, PartUses uses = {}) { return add({.operation = std::move(operation), .uses = uses}); }
  Plan& drop() { return add({.what = Part::What::drop}); }

 private:
  Plan& add(Part part) {
    parts.push_back(std::move(part));
    return *this;
  }
};

/// In which format a product multiplies stored operands.
[[nodiscard]] constexpr NumberFormat multiplied(NumberFormat stored, bool tf32) {
  return stored == NumberFormat::fp32 && tf32 ? NumberFormat::tf32 : stored;
}

/// A copy of an operand without gaps in the order of its dimensions, if it does not lie so.
[[nodiscard]] inline Operand contiguous(const Operand& x, Plan& work) {
  const Operand dense = packed(x.shape, x.format);
  if (same_order(x, dense)) return x;
  work.temporary(bytes(dense)).run(op::pointwise(PointwiseFunction::copy, {x}, dense));
  return dense;
}

}  // namespace perfmodel::recorded
