#include <perfmodel/layer/layer.ipp>
#include <perfmodel/memory/footprint.ipp>
#include <perfmodel/memory/max_batch.ipp>
#include <perfmodel/memory/replay.ipp>
#include <perfmodel/step/step_builder.ipp>
#include <perfmodel/timeline/operation_prices.ipp>
#include <perfmodel/timeline/step_time.ipp>
#include <perfmodel/timeline/timeline.ipp>
