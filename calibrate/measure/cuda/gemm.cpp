#include "gemm.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <perfmodel/device/architecture.hpp>
#include <random>

#include "blas_call.hpp"
#include "calibrate/measure/raw_writer.hpp"
#include "kernel_activity.hpp"
#include "random_data.hpp"
#include "timer.hpp"

namespace perfmodel::calibrate {
namespace {

constexpr double longest_product_seconds = 25e-3;
constexpr std::size_t most_sets = 4096;

const char* name_of(Layout layout) {
  constexpr std::array<const char*, 4> names{"NN", "NT", "TN", "TT"};
  return names[static_cast<std::size_t>(layout)];
}
std::string key_of(const GemmCase& c) {
  const Gemm& g = c.gemm;
  return csv(name(g.format), name_of(g.layout), g.batch, g.m, g.n, g.k, g.operands == Operands::cold ? "cold" : "warm",
             c.sustained ? "sustained" : "isolated", c.bias ? "bias" : "none");
}
constexpr const char* key_columns = "dtype,layout,batch,m,n,k,operands,load,epilogue";
constexpr std::size_t key_count = 9;

/// Bytes of one format's pool of operands.
std::size_t pool_bytes(const Session& session) {
  return std::min<std::size_t>(std::size_t{3} << 30, session.card.free_bytes / 9);
}

/// Random operands of one format at a time would do, but cases come in random order: one pool for each format.
class Pools {
 public:
  explicit Pools(Session& session) : session_(session), bytes_(pool_bytes(session)), results_(bytes_), bias_(1 << 20) {
    fill_normal(bias_.data(), bias_.size(), NumberFormat::bf16, 5, session.stream);
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  struct Operands3 {
    const void *a, *b;
    void* c;
  };
  [[nodiscard]] Operands3 at(const Gemm& g, const SetLayout& s, std::size_t set) {
    DeviceBuffer& pool = operands(g.format);
    const std::size_t in_pool = std::max<std::size_t>(1, pool.size() / s.operands),
                      in_results = std::max<std::size_t>(1, results_.size() / s.c);
    char* first = pool.data() + set % in_pool * s.operands;
    return {first, first + s.a, results_.data() + set % in_results * s.c};
  }
  [[nodiscard]] std::size_t sets(const SetLayout& s) const {
    return std::clamp<std::size_t>(bytes_ / std::max(s.operands, s.c), 1, most_sets);
  }
  [[nodiscard]] const void* bias() const { return bias_.data(); }

 private:
  DeviceBuffer& operands(NumberFormat format) {
    const NumberFormat stored = format == NumberFormat::tf32 ? NumberFormat::fp32 : format;
    DeviceBuffer& pool = pools_[stored];
    if (pool.size() == 0) {
      pool = DeviceBuffer(bytes_);
      fill_normal(pool.data(), pool.size(), stored, 1 + static_cast<unsigned>(index(stored)), session_.stream);
      check(cudaStreamSynchronize(session_.stream), "random operands");
    }
    return pool;
  }
  Session& session_;
  std::size_t bytes_;
  std::map<NumberFormat, DeviceBuffer> pools_{};
  DeviceBuffer results_, bias_;
};

}  // namespace

GemmDesign gemm_design(const Session& session, double share) {
  return {.table = "gemm",
          .cases = gemm_cases(longest_product_seconds, static_cast<double>(pool_bytes(session)), share,
                              architecture_of(session.card.compute_capability).tensor_formats.has(NumberFormat::fp8))};
}

GemmDesign gemm_unseen(const Session& session) {
  return {.table = "gemm_unseen",
          .cases = unseen_gemm_cases(longest_product_seconds, static_cast<double>(pool_bytes(session)), session.seed)};
}

GemmDesign gemm_random(const Session& session) {
  constexpr int of_each_format = 1300;
  return {.table = "gemm_random",
          .cases = random_gemm_cases(longest_product_seconds, static_cast<double>(pool_bytes(session)), of_each_format,
                                     session.seed)};
}

GemmDesign gemm_linear(const Session& session) {
  constexpr int of_each_format = 450;
  return {.table = "gemm_linear",
          .cases = linear_gemm_cases(longest_product_seconds, static_cast<double>(pool_bytes(session)), of_each_format,
                                     session.seed)};
}

GemmDesign gemm_warm(const Session& session) {
  constexpr int of_each_format = 300;
  return {.table = "gemm_warm",
          .cases = warm_gemm_cases(longest_product_seconds, static_cast<double>(pool_bytes(session)), of_each_format,
                                   session.seed)};
}

void record_gemm_kernels(Session& session, GemmDesign design) {
  Pools pools(session);
  Blas blas(session.stream);
  KernelActivity activity;
  RawWriter out(session.folder, design.table + "_kernels", session.card.stem,
                std::string(key_columns) + ",kernel,grid_x,grid_y,grid_z,block,kernel_us,kernels,memsets", key_count,
                session.resume);
  std::vector<GemmCase>& cases = design.cases;
  std::mt19937_64 random(session.seed);
  std::shuffle(cases.begin(), cases.end(), random);  // out of time: the cases that are there are a sample
  Progress progress(design.table + " kernels", cases.size(), session.deadline);
  for (const GemmCase& c : cases) {
    if (interrupted()) return;
    if (session.out_of_time()) break;
    progress.step();
    if (c.sustained || out.done(key_of(c))) continue;
    const SetLayout s = set_layout(c.gemm);
    const auto run = [&](std::size_t set) {
      const auto o = pools.at(c.gemm, s, set);
      blas.multiply(c.gemm, c.bias, o.a, o.b, o.c, pools.bias());
    };
    const std::size_t set = random();
    run(set);
    (void)activity.take();
    run(c.gemm.operands == Operands::cold ? set + 1 : set);
    const std::vector<KernelRecord> ran = activity.take();
    if (ran.empty()) continue;
    const CallSummary call = summary(ran);
    const KernelRecord& k = call.longest;
    out.write(csv(key_of(c), tidy_name(k.name), k.grid_x, k.grid_y, k.grid_z, k.block, call.total_us, call.kernels,
                  call.memsets));
  }
  out.finish();
}

void measure_gemm(Session& session, GemmDesign design) {
  Pools pools(session);
  Blas blas(session.stream);
  Timer timer(session);
  RawWriter out(session.folder, design.table + "_times", session.card.stem,
                std::string(key_columns) + ",pass,time_us,noise,repeats,sm_clock_mhz,power_w,family", key_count + 1,
                session.resume);
  std::vector<GemmCase>& cases = design.cases;
  constexpr int passes = 2;
  Progress progress(design.table + " times", passes * cases.size(), session.deadline);
  for (int pass = 1; pass <= passes; ++pass) {
    std::mt19937_64 random(session.seed + static_cast<unsigned>(pass));
    std::shuffle(cases.begin(), cases.end(), random);
    // Sustained cases last and together: they heat the card.
    std::stable_partition(cases.begin(), cases.end(), [](const GemmCase& c) { return !c.sustained; });
    for (const GemmCase& c : cases) {
      if (interrupted()) return;
      if (session.out_of_time()) break;
      progress.step();
      const std::string key = csv(key_of(c), pass);
      if (out.done(key)) continue;
      const SetLayout s = set_layout(c.gemm);
      const bool cold = c.gemm.operands == Operands::cold;
      const Timing t =
          timer.time({.set_bytes = s.total, .sets = cold ? pools.sets(s) : 1, .cold = cold, .sustained = c.sustained},
                     [&](std::size_t set) {
                       const auto o = pools.at(c.gemm, s, set);
                       blas.multiply(c.gemm, c.bias, o.a, o.b, o.c, pools.bias());
                     });
      out.write(csv(key, t.time_us, t.noise, t.repeats, t.clock.sm_clock_mhz, t.clock.power_w, c.family));
    }
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
