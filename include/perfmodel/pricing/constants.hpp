#pragma once
#include <perfmodel/lowering/table.hpp>
#include <perfmodel/pricing/attention/table.hpp>
#include <perfmodel/pricing/collective/table.hpp>
#include <perfmodel/pricing/convolution/table.hpp>
#include <perfmodel/pricing/fused/table.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <perfmodel/pricing/gemm/kernel_choice.hpp>
#include <perfmodel/pricing/host_copy/table.hpp>
#include <perfmodel/pricing/recurrent/table.hpp>
#include <perfmodel/pricing/streaming/model.hpp>
#include <vector>

namespace perfmodel {

/// All fitted tables together, for models that are not to use the compiled-in copies: json::load_constants(), then
/// make_kernel_model(device, constants). Models refer to the choices: keep the constants as long as the models.
struct Constants {
  GemmTable gemm{};
  std::vector<GemmChoiceTree> choices{};
  std::vector<ConvolutionChoiceTree> convolution_choices{};
  StreamingTable streaming{};
  ConvolutionTables convolution{};
  AttentionTable attention{};
  CollectiveTable collective{};
  FusedTable fused{};
  RecurrentTable recurrent{};
  HostCopyTable host_copy{};
  LoweringTable lowering{};
};

}  // namespace perfmodel
