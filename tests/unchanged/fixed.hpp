#pragma once
/// Cards whose constants no calibration changes.
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/constants.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>
#include <vector>

namespace unchanged {
using namespace perfmodel;

/// Those of tests/unchanged/constants: of the size of real ones; a constant that is new is added there by hand. No tree
/// chooses kernels: the library's rules do.
[[nodiscard]] inline const Constants& constants() {
  const auto read = []<class Table>(Table& table, const char* name) {
    table = json::load_table<Table>(std::string(PERFMODEL_SOURCE_DIR "/tests/unchanged/constants/") + name).table;
  };
  static const Constants all = [&] {
    Constants c;
    read(c.gemm, "gemm.json"), read(c.streaming, "streaming.json"), read(c.convolution, "convolution.json");
    read(c.attention, "attention.json"), read(c.collective, "collective.json"), read(c.fused, "fused.json");
    read(c.recurrent, "recurrent.json"), read(c.host_copy, "host_copy.json"), read(c.lowering, "lowering.json");
    return c;
  }();
  return all;
}

/// A card of the catalogue with these constants, under one release, whatever becomes the default one.
[[nodiscard]] inline KernelModel kernels(const char* card, Load load = Load::isolated,
                                         const Software& software = software_of(Framework::pytorch, "2.8")) {
  return make_kernel_model(json::load_device(card).device, constants(), software, load);
}

/// The same whose kernels the decision trees of data/choices choose: other trees, other kernels.
[[nodiscard]] inline KernelModel by_trees(const char* card) {
  static const Constants with_trees = [] {
    Constants c = constants();
    const std::string folder = PERFMODEL_SOURCE_DIR "/data/choices/";
    c.choices = json::load_choices(folder + "cublas.json").table;
    c.convolution_choices = json::load_convolution_choices(folder + "cudnn.json").table;
    return c;
  }();
  return make_kernel_model(json::load_device(card).device, with_trees, software_of(Framework::pytorch, "2.8"));
}

/// Cards of all generations, one of them under load and one under older libraries.
[[nodiscard]] inline const std::vector<KernelModel>& cards() {
  static const std::vector<KernelModel> all = [] {
    std::vector<KernelModel> models;
    for (const char* card :
         {"K40c", "P100-PCIE-16GB", "V100-SXM2-16GB", "T4", "A100-SXM4-80GB", "RTX-4090", "H100-SXM5-80GB", "B200-SXM"})
      models.push_back(kernels(card));
    models.push_back(kernels("A100-SXM4-40GB", Load::isolated, software_of(Framework::pytorch, "1.13")));
    models.push_back(kernels("H200-SXM", Load::sustained));
    return models;
  }();
  return all;
}

}  // namespace unchanged
