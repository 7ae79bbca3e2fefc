#pragma once
#include <perfmodel/parallel/layout.hpp>

namespace perfmodel {

PERFMODEL_INLINE void check(const ParallelLayout& l, std::int64_t gpus) {
  const std::array<std::pair<std::string_view, std::int64_t>, 6> degrees{
      {{"dp", l.dp}, {"tp", l.tp}, {"pp", l.pp}, {"ep", l.ep}, {"cp", l.cp}, {"virtual_stages", l.virtual_stages}}};
  for (const auto& [name, value] : degrees) require_at_least(std::string(name), value, 1);
  if (l.gpus() != gpus)
    throw bad_input("dp x tp x pp x ep x cp", std::to_string(l.gpus()),
                    "must be the number of GPUs, " + std::to_string(gpus));
  if (l.zero < 0 || l.zero > 3) throw bad_input("zero", std::to_string(l.zero), "must be 0, 1, 2 or 3");
  if (l.virtual_stages > 1 && l.pp == 1)
    throw bad_input("virtual_stages", std::to_string(l.virtual_stages), "must be 1 where pp is 1");
  if (l.zero_bubble && l.pp == 1) throw bad_input("schedule", "\"zero_bubble\"", "must be 1f1b where pp is 1");
  if (l.adapter.rank > 0 && l.offload == Offload::optimizer)
    throw bad_input("offload", "\"optimizer\"", "must be none or activations beside adapters: they have little state");
  if (!(l.unequal >= 0.0 && l.unequal <= 1.0))
    throw bad_input("unequal", number_text(l.unequal), "must be a number from 0 to 1");
  // A bucket is an allocation and a message: smaller ones would be millions of them.
  if (!(l.bucket >= 1.0 * mebi * byte))
    throw bad_input("bucket_mb", number_text(in(l.bucket, mebi * byte)), "must be at least 1");
}

PERFMODEL_INLINE Passes passes_of(const ParallelLayout& l, std::int64_t batch) {
  if (l.micro_batch <= 0) return {batch, 1, batch * l.shares()};
  const std::int64_t at_once = l.micro_batch * l.shares();
  if (batch % at_once != 0)
    throw bad_input("batch", std::to_string(batch),
                    "must be a multiple of micro_batch x dp x ep, " + std::to_string(at_once));
  return {l.micro_batch, batch / at_once, batch};
}

}  // namespace perfmodel
