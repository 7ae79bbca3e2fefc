/// Measures training steps of fully-connected networks in LibTorch: time, host time, device-busy time, memory, the
/// largest batch under a limit. Without CUDA it runs on the CPU (memory columns stay 0), which is how it is tested.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <numeric>
#include <set>

#include "fcnn/network.hpp"
#include "fcnn/probes.hpp"

namespace {
using namespace fcnn;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string mode{"steps"}, out{"fcnn_steps.csv"}, list{};
  double seconds{60.0};       ///< stop after this long
  double longest_step{0.35};  ///< rough seconds: skip what would take longer
  double largest_bytes{110e9};
  int count{1000};
  unsigned seed{1};
  bool cpu{false};
};

double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }
double median(std::vector<double> v) {
  if (v.empty()) return 0.0;
  std::sort(v.begin(), v.end());
  const std::size_t n = v.size();
  return n % 2 != 0 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

/// Appends whole rows and flushes each, so that an interrupted run leaves a file that reads.
class Table {
 public:
  Table(const std::string& path, const std::string& header) {
    const bool fresh = [&] {
      std::ifstream existing(path);
      return !existing || existing.peek() == std::ifstream::traits_type::eof();
    }();
    out_.open(path, std::ios::app);
    if (!out_) throw std::runtime_error(path + ": cannot be opened for writing");
    if (fresh) out_ << header << std::endl;
  }
  void row(const std::string& text) { out_ << text << std::endl; }

 private:
  std::ofstream out_;
};

struct Work {
  Options options;
  torch::Device device;
  double until;
  std::vector<Configuration> configurations;
  std::int64_t total_memory{};

  bool late() const { return now() > until; }
  std::vector<Configuration> left() const {
    const auto keys = finished(options.out);
    const std::set<std::string> done(keys.begin(), keys.end());
    std::vector<Configuration> rest;
    for (const auto& c : configurations)
      if (done.count(key(c)) == 0) rest.push_back(c);
    return rest;
  }
};

std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", v);
  return text;
}

/// The profiler is missing or refuses: no step can be recorded.
struct CannotRecord {};

/// Runs `work`; an out-of-memory error (or any other of LibTorch) becomes a word for the table's last column.
template <class F>
std::string guarded(F&& work) {
  try {
    work();
    return "";
  } catch (const c10::OutOfMemoryError&) {
    return "out_of_memory";
  } catch (const std::exception& e) {
    std::string text(e.what());
    text = text.substr(0, std::min<std::size_t>(text.find('\n'), 80));
    std::replace(text.begin(), text.end(), ',', ';');
    return "error: " + text;
  }
}

// --- memory -----------------------------------------------------------------------------------------------------

struct MemoryRow {
  Counters before{}, built{}, after{}, steady{};
  DeviceMemory start{}, end{};
};
constexpr const char* memory_columns =
    "allocated_before,allocated_after_build,allocated_after_step,peak_allocated,peak_reserved,steady_peak_allocated,"
    "device_used,"
    "nvml_used,outside_allocator,context,segments,alloc_retries";

std::string text(const MemoryRow& m) {
  std::ostringstream out;
  out << m.before.allocated << ',' << m.built.allocated << ',' << m.after.allocated << ',' << m.after.peak_allocated
      << ',' << m.after.peak_reserved << ',' << m.steady.peak_allocated << ',' << m.end.used << ',' << m.end.nvml_used
      << ',' << m.end.used - m.after.reserved << ',' << m.start.used << ',' << m.after.segments << ','
      << m.after.retries - m.before.retries;
  return out.str();
}

/// From an empty allocator: build, three steps; then two more for the peak of the steady state.
MemoryRow measure_memory(const Configuration& c, torch::Device device, bool trace) {
  MemoryRow m;
  empty_allocator();
  reset_peaks();
  auto& log = allocation_trace();
  log.lines.clear();
  log.step = -1;
  log.pass = pass_setup;
  log.on = trace;
  m.before = counters();
  m.start = device_memory();
  {
    Training training(c, device);
    m.built = counters();
    for (int i = 0; i < 3; ++i) {
      log.step = i;
      training.step([&](Pass pass) { log.pass = pass; });
    }
    log.on = false;
    synchronize();
    m.after = counters();
    m.end = device_memory();
    reset_peaks();
    for (int i = 0; i < 2; ++i) training.step();
    synchronize();
    m.steady = counters();
  }
  log.on = false;
  return m;
}

void memory_mode(const Work& w) {
  Table table(w.options.out, std::string(key_columns) + ",family,held_out," + memory_columns + ",error");
  if (!w.options.cpu) (void)torch::empty({1}, w.device);  // the context and the allocator exist from here on
  for (const auto& c : w.left()) {
    if (w.late()) break;
    MemoryRow m;
    const auto error = guarded([&] { m = measure_memory(c, w.device, false); });
    table.row(key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',' +
              (error.empty() ? text(m) : ",,,,,,,,,,,") + ',' + error);
  }
}

/// One process per configuration, so that context and module memory are those of that step alone.
void fresh_mode(const Work& w) {
  for (const auto& c : w.left()) {
    if (w.late()) break;
    const pid_t child = fork();
    if (child == 0) {
      Work one = w;
      one.configurations = {c};
      one.device = w.options.cpu ? torch::Device(torch::kCPU) : torch::Device(torch::kCUDA, 0);
      const auto error = guarded([&] { memory_mode(one); });
      _exit(error.empty() ? 0 : 3);
    }
    int status = 0;
    waitpid(child, &status, 0);
  }
}

void trace_mode(const Work& w) {
  attach_trace();
  Table table(w.options.out, std::string(key_columns) + ",step,pass,action,address,bytes");
  for (const auto& c : w.left()) {
    if (w.late()) break;
    const auto error = guarded([&] { (void)measure_memory(c, w.device, true); });
    std::int64_t base = -1;
    for (const auto& line : allocation_trace().lines)
      if (base < 0 || line.address < base) base = line.action == 'O' ? base : line.address;
    for (const auto& line : allocation_trace().lines) {
      std::ostringstream row;
      row << key(c) << ',' << line.step << ',' << pass_names[static_cast<std::size_t>(line.pass)] << ',' << line.action
          << ',' << line.address - base << ',' << line.bytes;
      table.row(row.str());
    }
    if (!error.empty()) std::cerr << key(c) << ": " << error << '\n';
  }
}

// --- largest batch ------------------------------------------------------------------------------------------------

bool trains(Configuration c, std::int64_t batch, torch::Device device, Counters& seen, std::string& error) {
  c.batch = batch;
  empty_allocator();
  reset_peaks();
  error = guarded([&] {
    Training training(c, device);
    for (int i = 0; i < 3; ++i) training.step();
    synchronize();
    seen = counters();
  });
  if (!error.empty()) empty_allocator();
  return error.empty();
}

void max_batch_mode(const Work& w) {
  Table table(w.options.out, std::string(key_columns) +
                                 ",family,held_out,limit_bytes,largest_batch,fails_at,peak_allocated,"
                                 "peak_reserved,trials,seconds,error");
  constexpr std::array<double, 6> gib{2, 4, 8, 16, 40, 80};
  std::mt19937 random(w.options.seed);
  std::set<std::string> done;
  for (const auto& k : finished(w.options.out)) done.insert(k);
  for (const auto& drawn : w.configurations) {
    const double limit_gib = gib[random() % gib.size()];
    if (w.late()) break;
    const auto limit = static_cast<std::int64_t>(limit_gib * 1073741824.0);
    Configuration c = drawn;
    c.batch = 1;
    if (rough_bytes(c) + 90e6 > 0.8 * double(limit) || done.count(key(c)) != 0) continue;
    // Bracket with the rough byte count, then bisect to a 4,000th (or to the sample).
    const double per_sample = [&] {
      Configuration two = c;
      two.batch = 1001;
      return (rough_bytes(two) - rough_bytes(c)) / 1000.0;
    }();
    const auto guess = std::max<std::int64_t>(2, std::int64_t((double(limit) - rough_bytes(c) - 70e6) / per_sample));
    Configuration largest = c;
    largest.batch = guess;
    if (rough_seconds(largest) > w.options.longest_step) continue;
    limit_reserved(limit, w.total_memory);
    const double begin = now();
    std::int64_t low = 0, high = 0;
    Counters best{};
    int trials = 0;
    std::string error, last;
    const auto attempt = [&](std::int64_t batch) {
      ++trials;
      Counters seen;
      const bool good = trains(c, batch, w.device, seen, last);
      if (!good && last != "out_of_memory") error = last;
      if (good) {
        low = batch;
        best = seen;
      } else {
        high = batch;
      }
    };
    attempt(guess);
    for (std::int64_t b = guess; high == 0 && error.empty() && trials < 20;)
      attempt(b = b + std::max<std::int64_t>(1, b / 6));
    for (std::int64_t b = guess; low == 0 && b > 1 && error.empty() && trials < 20;)
      attempt(b = std::max<std::int64_t>(1, b - std::max<std::int64_t>(1, b / 6)));
    while (low > 0 && error.empty() && high - low > std::max<std::int64_t>(1, low / 4000) && trials < 60)
      attempt((low + high) / 2);
    std::ostringstream row;
    row << key(c) << ',' << family(c) << ',' << (held_out(c) ? 1 : 0) << ',' << limit << ',' << low << ',' << high
        << ',' << best.peak_allocated << ',' << best.peak_reserved << ',' << trials << ',' << number(now() - begin)
        << ',' << error;
    table.row(row.str());
  }
  limit_reserved(0, w.total_memory);
}

// --- time -----------------------------------------------------------------------------------------------------------

constexpr const char* time_columns =
    "step_s,step_low_s,step_high_s,groups,steps_per_group,host_zero_s,host_forward_s,host_loss_s,host_backward_s,"
    "host_optimizer_s,sm_mhz,watts";

struct TimeRow {
  double step{}, low{}, high{};
  int groups{}, per_group{};
  std::array<double, pass_count> host{};
  double sm_mhz{}, watts{};
};

/// Host time of each pass: the device is idle when the pass begins, and nothing waits for it at the end.
void host_times(Training& training, TimeRow& row, int repeats) {
  std::array<std::vector<double>, pass_count> samples;
  for (int r = 0; r < repeats; ++r) {
    int open = -1;
    double begin = 0;
    const auto close = [&] {
      if (open >= 0) samples[static_cast<std::size_t>(open)].push_back(now() - begin);
    };
    training.step([&](Pass pass) {
      close();
      synchronize();
      open = pass;
      begin = now();
    });
    close();
    synchronize();
  }
  for (std::size_t p = 0; p < pass_count; ++p) row.host[p] = median(samples[p]);
}

TimeRow measure_time(Training& training) {
  TimeRow row;
  for (int i = 0; i < 3; ++i) training.step();
  synchronize();
  double begin = now();
  training.step();
  synchronize();
  const double once = now() - begin;
  // Warm up until the card is in its steady state: 20 steps, or 0.25 s where steps are long enough to draw power.
  const int warm = once > 2e-3 ? std::max(1, int(0.25 / once)) : 20;
  for (int i = 0; i < warm; ++i) training.step();
  synchronize();
  row.per_group = std::clamp(int(0.03 / once), once > 0.05 ? 2 : 3, 30);
  row.groups = once * row.per_group > 0.1 ? 3 : 7;
  std::vector<double> times;
  for (int g = 0; g < row.groups; ++g) {
    begin = now();
    for (int i = 0; i < row.per_group; ++i) training.step();
    synchronize();
    times.push_back((now() - begin) / row.per_group);
  }
  // Clock and power are read while the device still works, in a group that is not timed: NVML is slow.
  for (int i = 0; i < row.per_group; ++i) training.step();
  row.sm_mhz = nvml().sm_mhz();
  row.watts = nvml().watts();
  synchronize();
  row.step = median(times);
  row.low = *std::min_element(times.begin(), times.end());
  row.high = *std::max_element(times.begin(), times.end());
  host_times(training, row, once > 0.05 ? 2 : 7);
  return row;
}

std::string text(const TimeRow& t) {
  std::ostringstream out;
  out << number(t.step) << ',' << number(t.low) << ',' << number(t.high) << ',' << t.groups << ',' << t.per_group;
  for (int p : {pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer})
    out << ',' << number(t.host[static_cast<std::size_t>(p)]);
  out << ',' << number(t.sm_mhz) << ',' << number(t.watts);
  return out.str();
}

void steps_mode(const Work& w) {
  Table table(w.options.out,
              std::string(key_columns) + ",family,held_out," + time_columns + ',' + memory_columns + ",error");
  for (const auto& c : w.left()) {
    if (w.late()) break;
    MemoryRow m;
    TimeRow t;
    const auto error = guarded([&] {
      m = measure_memory(c, w.device, false);
      Training training(c, w.device);
      t = measure_time(training);
    });
    table.row(key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',' +
              (error.empty() ? text(t) : ",,,,,,,,,,,") + ',' + (error.empty() ? text(m) : ",,,,,,,,,,,") + ',' +
              error);
  }
}

/// Kernel names and times of a step (sum over three), by CUPTI; device-busy time is their sum.
void busy_mode(const Work& w) {
  Table table(w.options.out, std::string(key_columns) + ",family,held_out,kernel,launches_per_step,seconds_per_step");
  for (const auto& c : w.left()) {
    if (w.late()) break;
    std::map<std::string, KernelTime> kernels;
    const auto error = guarded([&] {
      empty_allocator();
      Training training(c, w.device);
      for (int i = 0; i < 4; ++i) training.step();
      synchronize();
      const double begin = now();
      training.step();
      synchronize();
      for (int i = 0, n = std::min(200, int(0.1 / (now() - begin))); i < n; ++i) training.step();
      synchronize();
      if (!start_kernel_times()) throw CannotRecord{};
      for (int i = 0; i < 3; ++i) training.step();
      kernels = stop_kernel_times();
    });
    double total = 0;
    const std::string head = key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',';
    for (const auto& [name, sum] : kernels) total += sum.seconds / 3;
    for (const auto& [name, sum] : kernels) {
      std::string clean = name.substr(0, 160);
      std::replace(clean.begin(), clean.end(), ',', ';');
      std::replace(clean.begin(), clean.end(), '"', '\'');
      table.row(head + clean + ',' + number(double(sum.count) / 3) + ',' + number(sum.seconds / 3));
    }
    table.row(head + (error.empty() ? "total" : error) + ",," + number(total));
  }
}

// --- host cost per operation -----------------------------------------------------------------------------------------

/// Median host seconds per call; the device is idle at the beginning and its queue never fills (64 calls at most).
template <class F>
double host_cost(F&& call, int calls = 64, int repeats = 25) {
  for (int i = 0; i < calls; ++i) call();
  synchronize();
  std::vector<double> times;
  for (int r = 0; r < repeats; ++r) {
    const double begin = now();
    for (int i = 0; i < calls; ++i) call();
    times.push_back((now() - begin) / calls);
    synchronize();
  }
  return median(times);
}

void host_mode(const Work& w) {
  Table table(w.options.out, "operation,precision,tensors,seconds_per_call");
  const auto row = [&](const std::string& op, const std::string& precision, int n, double seconds) {
    table.row(op + ',' + precision + ',' + std::to_string(n) + ',' + number(seconds));
  };
  for (const std::string precision : {"fp32", "bf16"}) {  // one layer's operations, 64 x 256
    const auto o = torch::TensorOptions().device(w.device).dtype(precision == "fp32" ? at::kFloat : at::kBFloat16);
    auto x = torch::randn({64, 256}, o), weight = torch::randn({256, 256}, o), bias = torch::randn({256}, o),
         y = torch::randn({64, 256}, o);
    auto labels = torch::randint(256, {64}, torch::TensorOptions().device(w.device).dtype(torch::kInt64));
    auto gw = torch::randn({256, 256}, o).requires_grad_(true), gb = torch::randn({256}, o).requires_grad_(true);
    {
      torch::NoGradGuard none;
      row("empty", precision, 1, host_cost([&] { (void)torch::empty({64, 256}, o); }));
      row("linear", precision, 1, host_cost([&] { (void)torch::nn::functional::linear(x, weight, bias); }));
      row("matmul", precision, 1, host_cost([&] { (void)torch::mm(x, weight); }));
      row("relu", precision, 1, host_cost([&] { (void)torch::relu(x); }));
      row("add", precision, 1, host_cost([&] { (void)torch::add(x, y); }));
      row("add_", precision, 1, host_cost([&] { y.add_(x, 1e-9); }));
      row("mul_", precision, 1, host_cost([&] { y.mul_(1.0); }));
      row("addcmul_", precision, 1, host_cost([&] { y.addcmul_(x, x, 1e-9); }));
      row("addcdiv_", precision, 1, host_cost([&] { y.addcdiv_(x, x, 1e-9); }));
      row("sqrt", precision, 1, host_cost([&] { (void)torch::sqrt(x); }));
      row("div_scalar", precision, 1, host_cost([&] { (void)torch::div(x, 2.0); }));
      row("sum_rows", precision, 1, host_cost([&] { (void)x.sum(0); }));
      row("cast", precision, 1, host_cost([&] { (void)x.to(precision == "fp32" ? at::kBFloat16 : at::kFloat); }));
      row("transpose_view", precision, 1, host_cost([&] { (void)weight.t(); }));
      row("softmax", precision, 1, host_cost([&] { (void)torch::softmax(x, 1); }));
      row("cross_entropy", precision, 1, host_cost([&] { (void)torch::nn::functional::cross_entropy(x, labels); }));
      row("layer_norm", precision, 1, host_cost([&] { (void)torch::layer_norm(x, {256}, bias, bias); }));
    }
    row("linear_recorded", precision, 1, host_cost([&] { (void)torch::nn::functional::linear(x, gw, gb); }));
    auto gx = torch::nn::functional::linear(x, gw, gb);
    row("relu_recorded", precision, 1, host_cost([&] { (void)torch::relu(gx); }));
    row("cross_entropy_recorded", precision, 1,
        host_cost([&] { (void)torch::nn::functional::cross_entropy(gx, labels); }));
  }
  // Whole passes by depth: the slope is the cost of a layer, the intercept that of a pass.
  for (const std::string& precision : precisions) {
    for (const std::string& optimizer : optimizers) {
      for (int layers : {4, 8, 16, 32, 64, 128}) {
        if (w.late()) return;
        if ((precision == "tf32" || precision == "fp16" || precision == "amp_fp16") && layers != 16) continue;
        Configuration c{.layers = layers,
                        .hidden = 64,
                        .inputs = 2000,
                        .outputs = 200,
                        .batch = 64,
                        .precision = precision,
                        .optimizer = optimizer};
        TimeRow t;
        std::size_t tensors = 0;
        const auto error = guarded([&] {
          empty_allocator();
          Training training(c, w.device);
          tensors = training.tensors();
          for (int i = 0; i < 5; ++i) training.step();
          host_times(training, t, 15);
        });
        if (!error.empty()) {
          std::cerr << key(c) << ": " << error << '\n';
          continue;
        }
        for (int p : {pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer}) {
          const std::string suffix = p == pass_optimizer ? "_" + optimizer : "";
          if (p != pass_optimizer && optimizer != "sgd") continue;
          row(std::string("pass_") + pass_names[static_cast<std::size_t>(p)] + suffix, precision, int(tensors),
              t.host[static_cast<std::size_t>(p)]);
        }
      }
    }
  }
}

Options parse_arguments(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&] {
      if (i + 1 >= argc) throw std::invalid_argument(name + ": needs a value");
      return std::string(argv[++i]);
    };
    if (name == "--mode")
      o.mode = value();
    else if (name == "--out")
      o.out = value();
    else if (name == "--list")
      o.list = value();
    else if (name == "--seconds")
      o.seconds = std::stod(value());
    else if (name == "--longest-step")
      o.longest_step = std::stod(value());
    else if (name == "--largest-bytes")
      o.largest_bytes = std::stod(value());
    else if (name == "--count")
      o.count = std::stoi(value());
    else if (name == "--seed")
      o.seed = static_cast<unsigned>(std::stoul(value()));
    else if (name == "--cpu")
      o.cpu = true;
    else
      throw std::invalid_argument(
          name +
          ": unknown; accepted are --mode steps|memory|fresh|trace|max-batch|busy|host, --out FILE, "
          "--list FILE, --seconds S, --longest-step S, --largest-bytes B, --count N, --seed N, --cpu");
  }
  return o;
}

int run(const Options& o) {
  bool cuda = false;
#ifdef FCNN_WITH_CUDA
  cuda = !o.cpu && (o.mode == "fresh" || torch::cuda::is_available());
  if (!o.cpu && !cuda) {
    std::cerr << "no CUDA device; --cpu measures on the processor\n";
    return 3;
  }
#endif
  Work w{.options = o,
         .device = cuda && o.mode != "fresh" ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU),
         .until = now() + o.seconds,
         .configurations = {}};
  if (!cuda) w.options.cpu = true;
  if (o.list.empty()) {
    w.configurations = sample(o.count, o.seed, o.longest_step, o.largest_bytes);
  } else {
    std::ifstream in(o.list);
    if (!in) throw std::invalid_argument(o.list + ": cannot be read");
    for (std::string line; std::getline(in, line);)
      if (!line.empty() && line.rfind("layers", 0) != 0) w.configurations.push_back(parse(line));
  }
  if (cuda && o.mode != "fresh") {
    (void)torch::empty({1}, w.device);
    w.total_memory = device_memory().total;
  }
  const std::map<std::string, void (*)(const Work&)> modes{
      {"steps", steps_mode},         {"memory", memory_mode}, {"fresh", fresh_mode}, {"trace", trace_mode},
      {"max-batch", max_batch_mode}, {"busy", busy_mode},     {"host", host_mode}};
  const auto mode = modes.find(o.mode);
  if (mode == modes.end()) throw std::invalid_argument("--mode " + o.mode + ": unknown");
  mode->second(w);
  return 0;
}
}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse_arguments(argc, argv));
  } catch (const CannotRecord&) {
    std::cerr << "CUPTI cannot be loaded, or may not record on this machine: kernel times are left out\n";
    return 3;
  } catch (const std::invalid_argument& e) {
    std::cerr << e.what() << '\n';
    return 2;
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 3;
  }
}
