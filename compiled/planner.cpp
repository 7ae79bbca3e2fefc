#include <perfmodel/planner/advise.ipp>
#include <perfmodel/planner/layer_costs.ipp>
#include <perfmodel/planner/serve.ipp>
#include <perfmodel/planner/step_estimate.ipp>
#include <perfmodel/planner/step_sweep.ipp>
#include <perfmodel/planner/trace_change.ipp>
#include <perfmodel/planner/what_if.ipp>
