#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <perfmodel/data/field.hpp>
#include <vector>

namespace perfmodel {

/// One constant of a table that may move, between bounds.
template <class Table>
struct TableParameter {
  std::function<double&(Table&)> at{};
  double low{}, high{};
  double sigma{1.0};  ///< of the prior on its logarithm
};
template <class Table>
using TableParameters = std::vector<TableParameter<Table>>;

/// Adds what a fit may move among the members of one object in the table, as the field list says.
/// `object`: from the table to the object.
template <class Table, class T, std::size_t N, class Object>
void add_parameters(TableParameters<Table>& out, const std::array<Field<T>, N>& fields, unsigned fit,
                    const Object& object) {
  T sample{};
  for (const Field<T>& field : fields) {
    const FitRange* range = field.constant.fitted.of(fit);
    for (std::size_t i = 0; range != nullptr && i < field.size(sample); ++i)
      if ((range->elements >> i & 1U) != 0)
        out.push_back({.at = [=](Table& table) -> double& { return field.at(object(table), i); },
                       .low = range->low,
                       .high = range->high,
                       .sigma = range->sigma});
  }
}

/// Likewise one number that is in no list of fields. `number`: from the table to it.
template <class Table, class Number>
void add_parameter(TableParameters<Table>& out, const Constant& constant, unsigned fit, const Number& number) {
  if (const FitRange* range = constant.fitted.of(fit))
    out.push_back({.at = number, .low = range->low, .high = range->high, .sigma = range->sigma});
}

/// Sum of the squared logarithms by which the parameters have left their priors, each over its sigma.
template <class Table>
[[nodiscard]] double distance_from_prior(Table table, Table prior, const TableParameters<Table>& parameters) {
  double sum = 0.0;
  for (const TableParameter<Table>& p : parameters)
    if (const double start = p.at(prior); start > 0.0)
      sum += std::pow(std::log(std::max(p.at(table), 1e-12) / start) / p.sigma, 2);
  return sum;
}

/// Moves the parameters to a minimum of loss(table) + pull x distance_from_prior: one parameter after the other, in
/// steps of its logarithm that grow while they help and shrink when they do not. Returns the loss.
template <class Table, class Loss>
double coordinate_search(Table& table, const Table& prior, const TableParameters<Table>& parameters, const Loss& loss,
                         double pull = 1e-4) {
  constexpr double first_step = 0.4, last_step = 0.005;
  constexpr int most_rounds = 80;
  const auto objective = [&](const Table& t) { return loss(t) + pull * distance_from_prior(t, prior, parameters); };
  double best = objective(table);
  std::vector<double> steps(parameters.size(), first_step);
  for (int round = 0;
       round < most_rounds && !steps.empty() && *std::max_element(steps.begin(), steps.end()) > last_step; ++round)
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (steps[i] <= last_step) continue;
      bool better = false;
      for (const double sign : {1.0, -1.0}) {
        Table moved = table;
        double& value = parameters[i].at(moved);
        value = std::clamp(value * std::exp(sign * steps[i]), parameters[i].low, parameters[i].high);
        const double there = objective(moved);
        if (there >= best - 1e-9) continue;
        best = there, table = moved, better = true;
        break;
      }
      steps[i] *= better ? 1.3 : 0.5;
    }
  return best;
}

/// Likewise, the table being its own prior.
template <class Table, class Loss>
double coordinate_search(Table& table, const TableParameters<Table>& parameters, const Loss& loss, double pull = 1e-4) {
  const Table prior = table;
  return coordinate_search(table, prior, parameters, loss, pull);
}

/// The values that an earlier fit has left in `found`, within the bounds of today; all else stays as it is in `table`.
/// What `found` does not have, 0, is left out again.
template <class Table>
void take_over(Table& table, Table found, const TableParameters<Table>& parameters) {
  for (const TableParameter<Table>& p : parameters)
    p.at(table) = p.at(found) > 0.0 ? std::clamp(p.at(found), p.low, p.high) : 0.0;
}

/// A search that begins where an earlier one ended. Its result is taken where it is better by more than `least_gain` of
/// the loss on what teaches, and no worse on what judges: a fit of the same rows ends where it began. Where nothing
/// judges, nothing moves.
/// @param loss    of what teaches
/// @param judged  likewise, of what judges; 0 where nothing does
/// @return whether the table has moved
template <class Table, class Loss, class Judged>
bool improve(Table& table, const Table& prior, const TableParameters<Table>& parameters, const Loss& loss,
             const Judged& judged) {
  constexpr double least_gain = 0.01;
  const double before = judged(table);
  if (!(before > 0.0)) return false;
  Table found = table;
  coordinate_search(found, prior, parameters, loss);
  if (loss(found) > (1.0 - least_gain) * loss(table) || judged(found) > before) return false;
  table = found;
  return true;
}

/// Huber's loss of ln(expected / measured), bent at 0.1: beyond it errors count linearly.
[[nodiscard]] inline double huber_log(double expected, double measured) {
  constexpr double bend = 0.1;
  const double e = std::abs(std::log(expected / measured));
  return e < bend ? e * e : bend * (2.0 * e - bend);
}

}  // namespace perfmodel
