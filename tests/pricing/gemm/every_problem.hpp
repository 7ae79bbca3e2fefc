#pragma once
#include <array>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <vector>

namespace perfmodel::test {

inline constexpr std::array extents{2, 7, 64, 130, 500, 1024, 4096, 50257};

/// One model per family, on a card that runs it.
[[nodiscard]] inline std::vector<GemmModels> cards() {
  std::vector<GemmModels> out;
  for (const char* card : {"p100-pcie-16gb", "v100-pcie-32gb", "t4", "a100-pcie-40gb", "l4", "h200-sxm"})
    out.push_back(make_gemm_models(json::load_device(card).device));
  return out;
}

/// Products of all sizes, formats, alignments and batches, under every family of six cards.
template <class Check>
void for_each_problem(const Check& check) {
  for (const GemmModels& models : cards())
    for (const GemmModel& model : models.models)
      for (const NumberFormat format :
           {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16}) {
        if (model.rate[index(format)] <= 0.0 || model.constants.tile_count == 0) continue;
        for (const int m : extents)
          for (const int n : {3, 96, 1000, 8192})
            for (const int k : {1, 17, 256, 5000, 100000})
              for (const std::int64_t batch : {1, 33}) {
                const Gemm g{.format = format,
                             .layout = m % 2 == 0 ? Layout::nt : Layout::tn,
                             .batch = batch,
                             .m = m,
                             .n = n,
                             .k = k,
                             .output = format,
                             .operands = n == 96 ? Operands::warm : Operands::cold};
                check(model, make_problem(g, model));
              }
      }
}

}  // namespace perfmodel::test
