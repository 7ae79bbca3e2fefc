#include <perfmodel/json/host_system_json.ipp>
#include <perfmodel/json/preset_json.ipp>
#include <perfmodel/json/price_list_json.ipp>
#include <perfmodel/parallel/card_trace.ipp>
#include <perfmodel/parallel/strategy.ipp>
#include <perfmodel/parallel/tensor_parallel.ipp>
#include <perfmodel/parallel/wrapper_costs.ipp>
#include <perfmodel/planner/parallel_estimate.ipp>
