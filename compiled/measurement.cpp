#include <perfmodel/measurement/csv.ipp>
#include <perfmodel/measurement/measurement.ipp>
#include <perfmodel/measurement/operation_table.ipp>
#include <perfmodel/measurement/operation_time.ipp>
