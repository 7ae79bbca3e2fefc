#pragma once
/// Which of cuDNN's kernels grouped convolutions take, learned from the names of single convolutions' kernels
/// (data/raw/h200-sxm/random_engines.csv), and what kernels cost that work on images as they lie.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <perfmodel/pricing/convolution/fields.hpp>
#include <perfmodel/pricing/convolution/model.hpp>
#include <string_view>
#include <vector>

#include "calibrate/fit/choice_tree_fit.hpp"
#include "calibrate/fit/coordinate_search.hpp"
#include "calibrate/fit/random_operation_judge.hpp"

namespace perfmodel {

/// A grouped convolution and the kernels that ran it.
struct RouteRow {
  Convolution convolution{};
  ConvolutionRoute route{};
  double seconds{};
  bool held_out{};
};

namespace detail {
struct RouteWord {
  std::string_view word{};
  ConvolutionRoute route{};
};
/// What a kernel's name says; nothing: it copies.
[[nodiscard]] inline std::optional<ConvolutionRoute> route_of_name(std::string_view name) {
  using enum ConvolutionRoute;
  static constexpr std::array words{RouteWord{"conv_depthwise2d", own},
                                    RouteWord{"2d_c1_k1_nhwc", own},
                                    RouteWord{"2d_c1_k1_nchw", own},
                                    RouteWord{"xmma_depthwise", own},
                                    RouteWord{"conv1D_NCHW", own},
                                    RouteWord{"wgrad2d_shmem", shared_memory},
                                    RouteWord{"grouped_direct", direct},
                                    RouteWord{"implicit_convolve_sgemm", gathered},
                                    RouteWord{"precomputed_convolve", gathered},
                                    RouteWord{"convolve_common_engine", gathered},
                                    RouteWord{"dgrad_engine", cuda_cores},
                                    RouteWord{"wgrad_alg0_engine", cuda_cores},
                                    RouteWord{"_alg1", cuda_cores},
                                    RouteWord{"f32f32_f32f32", cuda_cores},
                                    RouteWord{"winograd", cuda_cores},
                                    RouteWord{"implicit_gemm", products},
                                    RouteWord{"cutlass", products},
                                    RouteWord{"nvjet", products},
                                    RouteWord{"xmma_gemm", products}};
  if (name.find("reduction") != std::string_view::npos && name.find("cutlass") != std::string_view::npos)
    return std::nullopt;
  for (const RouteWord& w : words)
    if (name.find(w.word) != std::string_view::npos) return w.route;
  return std::nullopt;
}

/// Of a call: what took longest among what does not copy. Several products are groups that follow each other.
[[nodiscard]] inline std::optional<ConvolutionRoute> route_of_kernels(const std::vector<TimedKernel>& kernels,
                                                                      std::int64_t groups) {
  std::map<ConvolutionRoute, std::pair<double, std::int64_t>> times;
  for (const TimedKernel& k : kernels)
    if (const auto route = route_of_name(k.name)) times[*route].first += k.seconds, ++times[*route].second;
  const auto longest = std::max_element(times.begin(), times.end(),
                                        [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
  if (longest == times.end()) return std::nullopt;
  constexpr std::int64_t listed = 2;  // of a long list the table has the first kernels alone
  const bool repeated = longest->second.second >= std::min(groups, listed);
  return longest->first == ConvolutionRoute::products && repeated ? ConvolutionRoute::apart : longest->first;
}
}  // namespace detail

[[nodiscard]] inline std::vector<RouteRow> route_rows(const std::vector<RandomOperation>& rows) {
  std::vector<RouteRow> out;
  for (const RandomOperation& r : rows) {
    const OperationMeasurement& m = r.measurement;
    const auto* c = m.operations.size() == 1 ? std::get_if<Convolution>(&m.operations[0]) : nullptr;
    if (c == nullptr || c->groups == 1 || m.operands != Operands::warm) continue;
    if (const auto route = detail::route_of_kernels(r.kernels, c->groups))
      out.push_back({*c, *route, m.seconds, random_rows(r) != RandomRows::fitted});
  }
  return out;
}

/// The tree of the rows that teach.
[[nodiscard]] inline ConvolutionRoutes fit_routes(const std::vector<RouteRow>& rows) {
  constexpr std::size_t leaves = 60, least_rows = 6;
  std::vector<ChoiceExample> examples;
  for (const RouteRow& row : rows) {
    if (row.held_out) continue;
    const RouteFeatures features = route_features(row.convolution);
    examples.push_back(
        {.features = {features.begin(), features.end()}, .label = static_cast<std::uint32_t>(row.route)});
  }
  ConvolutionRoutes out{};
  if (examples.empty()) return out;
  const ChoiceTreeFit fit(examples, leaves, least_rows, [](std::uint32_t label, std::size_t) { return label; });
  std::vector<ChoiceNode> nodes = fit.nodes();
  if (!link_branches(nodes)) return out;
  std::map<std::size_t, int> place;  // of a node, where leaves keep their commonest candidate alone
  for (std::size_t at = 0, kept = 0; at < nodes.size(); ++kept) {
    place[at] = static_cast<int>(kept);
    at += nodes[at].feature == choice_leaf ? 1U + nodes[at].above : 1U;
  }
  for (const auto& [at, kept] : place) {
    RouteNode& node = out.nodes.at(static_cast<std::size_t>(kept));
    if (nodes[at].feature == choice_leaf)
      node.route = static_cast<ConvolutionRoute>(nodes[at].candidate);
    else
      node = {.feature = static_cast<RouteFeature>(nodes[at].feature),
              .threshold = static_cast<double>(nodes[at].threshold),
              .above = place.at(nodes[at].above)};
  }
  out.count = place.size();
  return out;
}

/// Share of the rows whose route the tree names.
[[nodiscard]] inline double named_share(const std::vector<RouteRow>& rows, const ConvolutionRoutes& tree,
                                        bool held_out) {
  double right = 0.0, all = 0.0;
  for (const RouteRow& row : rows) {
    if (row.held_out != held_out) continue;
    all += 1.0, right += route_of(row.convolution, tree) == row.route ? 1.0 : 0.0;
  }
  return all > 0.0 ? right / all : 0.0;
}

/// Constants of kernels on images as they lie, from the rows that teach.
inline void fit_lying(ConvolutionTable& table, const std::vector<RouteRow>& rows, const StreamingModel& streaming) {
  const double issued = streaming.sms * streaming.clock, copied = streaming.copy_bandwidth();
  for (std::size_t kernel = 0; kernel < lying_kernel_count; ++kernel)
    for (std::size_t layout = 0; layout < 2; ++layout)
      for (std::size_t pass = 0; pass < convolution_pass_count; ++pass) {
        std::vector<const RouteRow*> chosen;
        for (const RouteRow& row : rows)
          if (!row.held_out && row.seconds > 0.0 && lies(row.route) &&
              static_cast<std::size_t>(lying_kernel(row.route)) == kernel &&
              (row.convolution.memory_format == MemoryFormat::nhwc) == (layout == 1) &&
              static_cast<std::size_t>(row.convolution.pass) == pass)
            chosen.push_back(&row);
        constexpr std::size_t enough = 5;
        if (chosen.size() < enough) continue;
        TableParameters<ConvolutionTable> parameters;
        const auto object = [=](ConvolutionTable& t) -> LyingConstants& { return t.lying[kernel][layout]; };
        add_parameters(parameters, lying_fields, convolution_fit::as_they_lie, object);
        TableParameters<ConvolutionTable> of_pass;  // each list has a number for each pass
        for (std::size_t i = pass; i < parameters.size(); i += convolution_pass_count) of_pass.push_back(parameters[i]);
        coordinate_search(table, of_pass, [&](const ConvolutionTable& t) {
          double loss = 0.0;
          for (const RouteRow* row : chosen)
            loss +=
                huber_log(lying_time(row->convolution, row->route, t.lying, issued, streaming.clock, copied).total(),
                          row->seconds);
          return loss / static_cast<double>(chosen.size());
        });
      }
}

}  // namespace perfmodel
