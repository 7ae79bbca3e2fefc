#pragma once
#include "session.hpp"

namespace perfmodel::calibrate {

/// launch.csv: period of kernels that do nothing or count cycles, in a stream and in a graph.
/// kind,work_us,calls,period_us
void measure_launch(Session& session);

/// bandwidth.csv: read, write, copy, triad and the driver's copy from 4 KB to gigabytes, cold and warm.
/// access,operands,bytes,time_us,noise,repeats,sm_clock_mhz; `bytes` counts what is read plus what is written
void measure_bandwidth(Session& session);

/// bandwidth_sms.csv: reads by one block on each of 1..all SMs, from device memory and from L2.
/// where,sms,bytes,time_us,noise
void measure_bandwidth_by_sms(Session& session);

/// math_rate.csv: register-resident loops of one instruction.
/// unit,format,instruction,operations_per_clk_sm,sm_clock_mhz,time_us
void measure_math_rate(Session& session);

/// copies.csv: host to device and back. direction,memory,bytes,time_us,noise
void measure_copies(Session& session);

}  // namespace perfmodel::calibrate
