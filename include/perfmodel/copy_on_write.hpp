#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace perfmodel {

/// A large value that is seldom changed: copies share it until one of them is. It may be made when it is first asked
/// for. Threads may read copies of one value at once; a copy that one of them changes is its own.
template <class T>
class CopyOnWrite {
 public:
  CopyOnWrite() : held_(nothing()) {}
  CopyOnWrite(T value) : held_(std::make_shared<Held>(std::move(value))) {}
  /// What `make` makes as soon as somebody asks for it, once for all copies.
  [[nodiscard]] static CopyOnWrite later(std::function<T()> make) {
    return CopyOnWrite(std::make_shared<Held>(std::move(make)));
  }

  operator const T&() const { return held_->value(); }
  [[nodiscard]] const T& operator*() const { return held_->value(); }
  [[nodiscard]] const T* operator->() const { return &held_->value(); }
  /// This copy's own value. Valid until this is copied.
  [[nodiscard]] T& change() {
    if (held_.use_count() > 1) held_ = std::make_shared<Held>(T(held_->value()));
    return held_->value();
  }
  /// Changes this copy's own value, when it is made where it is not yet. @param how  called as how(T&)
  template <class F>
  void change_later(F how) {
    if (held_->is_made()) return how(change());
    *this = later([before = std::move(held_), how = std::move(how)] {
      T value = before->value();
      how(value);
      return value;
    });
  }

 private:
  class Held {
   public:
    explicit Held(T value) : value_(std::move(value)), is_made_(true) {}
    explicit Held(std::function<T()> make) : make_(std::move(make)) {}

    [[nodiscard]] bool is_made() const { return is_made_.load(std::memory_order_acquire); }
    [[nodiscard]] T& value() {
      if (!is_made())
        std::call_once(once_, [this] {
          value_.emplace(std::exchange(make_, nullptr)());
          is_made_.store(true, std::memory_order_release);
        });
      return *value_;
    }

   private:
    std::optional<T> value_{};
    std::function<T()> make_{};
    std::once_flag once_{};
    std::atomic<bool> is_made_{};
  };
  explicit CopyOnWrite(std::shared_ptr<Held> held) : held_(std::move(held)) {}
  [[nodiscard]] static const std::shared_ptr<Held>& nothing() {
    static const std::shared_ptr<Held> value = std::make_shared<Held>(T{});
    return value;
  }
  std::shared_ptr<Held> held_;
};

}  // namespace perfmodel
