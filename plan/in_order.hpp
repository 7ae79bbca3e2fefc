#pragma once
/// Pieces of work on several threads whose results leave in the order in which the pieces came.
#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace plan {

/// As many threads as the machine runs at once.
[[nodiscard]] inline std::size_t usual_threads() {
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

/// Few pieces are under way at a time, so that the memory does not grow with their number.
template <class Piece, class Result>
class InOrder {
 public:
  using Next = std::function<std::optional<Piece>()>;  ///< called by one thread at a time; nothing at the end
  using Work = std::function<Result(Piece)>;           ///< one for each thread, which calls it again and again
  using Emit = std::function<void(Result)>;            ///< called by one thread at a time

  InOrder(Next next, std::function<Work()> work_of_thread, Emit emit)
      : next_(std::move(next)), work_of_thread_(std::move(work_of_thread)), emit_(std::move(emit)) {}

  /// @throws what the first piece throws that throws, when the results before it have been handed on
  void run(std::size_t threads = usual_threads()) {
    {
      std::vector<std::jthread> others;
      for (std::size_t t = 1; t < threads; ++t) others.emplace_back([this] { work(); });
      work();
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Slot {
    std::optional<Result> result{};
    std::exception_ptr error{};
    [[nodiscard]] bool filled() const { return result.has_value() || error != nullptr; }
  };

  /// Fills a slot with what `f` returns or throws.
  template <class F>
  static Slot outcome(F&& f) {
    Slot slot;
    try {
      slot.result = f();
    } catch (...) {
      slot.error = std::current_exception();
    }
    return slot;
  }

  void work() {
    Work work_on;
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [&] { return ended_ || begun_ - done_ < slots_.size(); });
      if (ended_) return;
      std::optional<Piece> piece;
      Slot slot = outcome([&]() -> std::optional<Result> {
        piece = next_();
        return std::nullopt;
      });
      if (!piece) ended_ = true;
      if (!piece && !slot.error) break;
      const std::size_t ticket = begun_++;
      if (piece) {
        lock.unlock();
        slot = outcome([&]() -> std::optional<Result> {
          if (!work_on) work_on = work_of_thread_();
          return work_on(std::move(*piece));
        });
        lock.lock();
      }
      slots_[ticket % slots_.size()] = std::move(slot);
      hand_on();
    }
    room_.notify_all();
  }

  /// Results that are next in order. @pre the lock is held
  void hand_on() {
    for (; done_ < begun_ && slots_[done_ % slots_.size()].filled(); ++done_) {
      Slot slot = std::exchange(slots_[done_ % slots_.size()], Slot{});
      if (error_) continue;
      if (!slot.error)
        slot.error = outcome([&]() -> std::optional<Result> {
                       emit_(std::move(*slot.result));
                       return std::nullopt;
                     }).error;
      error_ = slot.error;
      ended_ = ended_ || error_ != nullptr;
    }
    room_.notify_all();
  }

  Next next_;
  std::function<Work()> work_of_thread_;
  Emit emit_;
  std::mutex mutex_{};
  std::condition_variable room_{};
  std::array<Slot, 64> slots_{};  ///< of the pieces under way
  std::size_t begun_{}, done_{};
  bool ended_{};
  std::exception_ptr error_{};
};

}  // namespace plan
