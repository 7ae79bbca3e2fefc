/// perfmodel-plan predict gemm: times of matrix products from CSV to CSV.
#include <memory>
#include <optional>
#include <perfmodel/measurement/format_words.hpp>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

#include "arguments.hpp"
#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "other_library.hpp"
#include "predict.hpp"
#include "product_size.hpp"
#include "software_options.hpp"

namespace plan {
namespace predict_gemm_command {
namespace {

using namespace perfmodel;

struct Options {
  BatchOptions batch{};
  std::string operands = "rotated", load = "isolated";
  SoftwareOptions unsaid{};
};

/// The five formats of the batch interface, as tables spell them; others are for `perfmodel-plan gemm`.
[[nodiscard]] NumberFormat dtype_from(const std::string& word) {
  using enum NumberFormat;
  std::optional<NumberFormat> asked;
  try {
    asked = measured_format_from(word, "dtype");
  } catch (const Error&) {
  }
  for (const NumberFormat format : {bf16, fp16, tf32, fp32, fp64})
    if (asked == format) return format;
  throw bad_input("dtype", in_quotes(word), "must be one of bf16, fp16, tf32, fp32, fp64");
}

/// Answers rows, in one thread.
class ProductAnswers {
 public:
  ProductAnswers(const Options& o, const json::Card& card)
      : device_(card.device()),
        load_(load_from(o.load, "--load")),
        operands_(operands_from(o.operands, "--operands")),
        library_(o.unsaid.software().cublas),
        said_library_(o.unsaid.library || o.unsaid.version),
        models_(card.device(), o.unsaid.software(), card.correction()) {}

  [[nodiscard]] std::vector<std::string> operator()(const CsvTable& table, const CsvRow& row, RowRemarks& remarks) {
    const auto cell = [&](const char* column) -> const std::string& { return row.cells[table.at(column)]; };
    const auto size = [&](const char* column) { return to_integer(cell(column), column, 1); };
    const Gemm g = make_gemm(dtype_from(cell("dtype")), layout_from(cell("layout"), "layout"), size("batch"), size("m"),
                             size("n"), size("k"), operands_, "shape");
    const auto version = table.find("library");
    const bool says = version && !row.cells[*version].empty();
    const GemmPrediction p =
        predict(g, models_.at(load_, says ? library_version_from(row.cells[*version], "library") : library_).gemm);
    remark(g, table.file + ':' + std::to_string(row.line), says, remarks);
    const auto us = [](Time time) { return exact(in(time, micro * second)); };
    return {us(p.total),
            us(p.low),
            us(p.high),
            std::string(name(p.bound)),
            exact(in(p.intensity(), flop / byte)),
            std::to_string(p.tile_m),
            std::to_string(p.tile_n),
            std::to_string(p.split_k),
            std::to_string(p.waves)};
  }

 private:
  void remark(const Gemm& g, const std::string& place, bool says_library, RowRemarks& remarks) {
    if (!said_size_ && !fits(g, device_)) {
      said_size_ = true;
      remarks.push_back({"size", place + ": " + too_large_text(g, device_) +
                                     ": the time of this row and of others like it is that of a larger memory"});
    }
    if (!said_library_ && !says_library && differs_before_nvjet(g, device_)) {
      said_library_ = true;
      remarks.push_back({"library", place + ": aligned 16-bit products on " + device_.name +
                                        " are those of the newest cuBLAS; " + std::string(without_nvjet.frameworks) +
                                        " bring one that takes about a fifth longer: " + without_nvjet.option()});
    }
  }

  Device device_;
  Load load_;
  Operands operands_;
  LibraryVersion library_;
  bool said_size_{}, said_library_{};
  KernelModels models_;
};

void run(const Options& o) {
  const json::Card card = load_card(o.batch.device);
  const auto first = std::make_shared<ProductAnswers>(o, card);  // checks the options, too
  note_calibration(card);
  answer_rows(o.batch, {.required = {"dtype", "layout", "batch", "m", "n", "k"},
                        .added = {"predicted_us", "low_us", "high_us", "bound", "intensity", "tile_m", "tile_n",
                                  "split_k", "waves"},
                        .answer_of_thread = [&]() -> RowAnswer { return *first; },
                        .rows_at_once = 2048});
}

}  // namespace
}  // namespace predict_gemm_command

void add_predict_gemm(CLI::App& app) {
  using namespace predict_gemm_command;
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("gemm", "matrix products: columns dtype,layout,batch,m,n,k, optional library");
  add_device_option(*command, o->batch.device)->required();
  o->batch.add_to(*command);
  command->add_option("--operands", o->operands, operands_help)->capture_default_str();
  command->add_option("--load", o->load, "isolated or sustained")->capture_default_str();
  o->unsaid.add_versions_to(*command);
  command->footer(
      "dtype: bf16 fp16 tf32 fp32 fp64. layout, row-major: first N = A stored m x k, T = k x m; second N = B stored k "
      "x n,\n"
      "T = n x k. library: the version of cuBLAS that runs the row; empty: that of --library.\nAdds "
      "predicted_us,low_us,high_us,bound,intensity,tile_m,tile_n,split_k,waves,error.\n"
      "Example:\n  perfmodel-plan predict gemm --device H200-SXM --input shapes.csv --output times.csv");
  command->callback([o] { run(*o); });
}

}  // namespace plan
