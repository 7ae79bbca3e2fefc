#pragma once
/// What every command about one step of one network on one card asks for.
#include "arguments.hpp"
#include "cards.hpp"
#include "network_options.hpp"
#include "recipes.hpp"

namespace plan {

/// NETWORK, --device, --batch and --precision into the members of these names.
template <class Options>
void add_step_options(CLI::App& command, Options& options) {
  options.network.add_to(command);
  add_device_option(command, options.device)->required();
  add_integer(command, "-b,--batch", options.batch,
              "samples per forward pass on one GPU (default 64); a step has --accumulation of them", 1,
              largest_batch_asked);
  command.add_option("-p,--precision", options.precision, "fp32, tf32, fp16, bf16, amp_fp16, amp_bf16")
      ->capture_default_str();
}

}  // namespace plan
