#include <perfmodel/measurement/csv.ipp>
#include <perfmodel/measurement/judged.ipp>
#include <perfmodel/measurement/measurement.ipp>
#include <perfmodel/measurement/operation_table.ipp>
#include <perfmodel/measurement/operation_time.ipp>
#include <perfmodel/measurement/raw_csv.ipp>
#include <perfmodel/measurement/statistics.ipp>
