#pragma once
#include <memory>
#include <utility>

namespace perfmodel {

/// A large value that is seldom changed: copies share it until one of them is. Threads may read copies of one value at
/// once; a copy that one of them changes is its own.
template <class T>
class CopyOnWrite {
 public:
  CopyOnWrite() : value_(nothing()) {}
  CopyOnWrite(T value) : value_(std::make_shared<T>(std::move(value))) {}

  operator const T&() const { return *value_; }
  [[nodiscard]] const T& operator*() const { return *value_; }
  [[nodiscard]] const T* operator->() const { return value_.get(); }
  /// This copy's own value. Valid until this is copied.
  [[nodiscard]] T& change() {
    if (value_.use_count() > 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

 private:
  [[nodiscard]] static const std::shared_ptr<T>& nothing() {
    static const std::shared_ptr<T> value = std::make_shared<T>();
    return value;
  }
  std::shared_ptr<T> value_;
};

}  // namespace perfmodel
