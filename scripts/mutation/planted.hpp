#pragma once
/// Faults that wait in the code until PERFMODEL_PLANTED names one: scripts/mutate writes them there, in a copy.
/// `a * b` becomes `a * Times<7>() * b`, which is `a / b` while fault 7 is planted and `a * b` else; likewise the
/// others. What the compiler evaluates stays as it is. With PERFMODEL_REACHED=FILE the program leaves the faults that
/// it came by.
#include <algorithm>
#include <boost/units/unit.hpp>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace perfmodel::planted {
constinit inline int fault = -1;
inline constexpr int most_faults = 100000;
constinit inline bool reached[most_faults]{};
constinit inline bool kept[most_faults]{};  ///< left operands of && and ||

struct Program {
  Program() {
    if (const char* text = std::getenv("PERFMODEL_PLANTED")) fault = std::atoi(text);
  }
  ~Program() {
    const char* name = std::getenv("PERFMODEL_REACHED");
    std::FILE* file = name ? std::fopen(name, "w") : nullptr;
    if (file == nullptr) return;
    for (int i = 0; i < most_faults; ++i)
      if (reached[i]) std::fprintf(file, "%d\n", i);
    std::fclose(file);
  }
};
inline const Program program{};

template <int id>
[[nodiscard]] constexpr bool is_planted() {
  if (std::is_constant_evaluated()) return false;
  reached[id] = true;
  return fault == id;
}

/// The left operand of an operator, on its way to the right one; scalars by value, as constants are not captured.
template <class A>
using Held = std::conditional_t<std::is_scalar_v<A>, A, const A&>;

#define PLANTED_OPERATOR(NAME, OWN, OTHER)                                                                      \
  template <int id>                                                                                             \
  struct NAME {};                                                                                               \
  template <int id, class A>                                                                                    \
  struct NAME##Left {                                                                                           \
    Held<A> a;                                                                                                  \
  };                                                                                                            \
  template <int id, class A>                                                                                    \
  requires(std::is_scalar_v<A>) constexpr NAME##Left<id, A> operator OWN(A a, NAME<id>) { return {a}; }         \
  template <int id, class A>                                                                                    \
  requires(!std::is_scalar_v<A>) constexpr NAME##Left<id, A> operator OWN(const A& a, NAME<id>) { return {a}; } \
  template <int id, class A, class B>                                                                           \
  constexpr auto apply_##NAME(Held<A> a, Held<B> b) {                                                           \
    if constexpr (requires {                                                                                    \
                    { a OTHER b } -> std::same_as<decltype(a OWN b)>;                                           \
                  })                                                                                            \
      if (is_planted<id>()) return a OTHER b;                                                                   \
    return a OWN b;                                                                                             \
  }                                                                                                             \
  template <int id, class A, class B>                                                                           \
  requires(std::is_scalar_v<B>) constexpr auto operator OWN(NAME##Left<id, A> l, B b) {                         \
    return apply_##NAME<id, A, B>(l.a, b);                                                                      \
  }                                                                                                             \
  template <int id, class A, class B>                                                                           \
  requires(!std::is_scalar_v<B>) constexpr auto operator OWN(NAME##Left<id, A> l, const B& b) {                 \
    return apply_##NAME<id, A, B>(l.a, b);                                                                      \
  }

PLANTED_OPERATOR(Plus, +, -)
PLANTED_OPERATOR(Minus, -, +)
PLANTED_OPERATOR(Times, *, /)
PLANTED_OPERATOR(Over, /, *)
PLANTED_OPERATOR(Less, <, <=)
PLANTED_OPERATOR(Greater, >, >=)
PLANTED_OPERATOR(AtMost, <=, <)
PLANTED_OPERATOR(AtLeast, >=, >)
PLANTED_OPERATOR(Equal, ==, !=)

// Units, whose own operators take anything, too.
#define PLANTED_UNITS(NAME, OWN)                                                                                 \
  template <int id, class D, class S>                                                                            \
  constexpr NAME##Left<id, boost::units::unit<D, S>> operator OWN(const boost::units::unit<D, S>& u, NAME<id>) { \
    return {u};                                                                                                  \
  }                                                                                                              \
  template <int id, class A, class D, class S>                                                                   \
  constexpr auto operator OWN(NAME##Left<id, A> l, const boost::units::unit<D, S>& u) {                          \
    return l.a OWN u;                                                                                            \
  }

PLANTED_UNITS(Times, *)
PLANTED_UNITS(Over, /)

/// `p && q` as `p | And<1>() && KeptAnd<1>() | q`: planted, the left is true and the right `p || q`. `||` likewise.
template <int id>
struct And {};
template <int id>
struct Or {};
template <int id, class P>
constexpr bool operator|(const P& p, And<id>) {
  if (!is_planted<id>()) return static_cast<bool>(p);
  kept[id] = static_cast<bool>(p);
  return true;
}
template <int id, class P>
constexpr bool operator|(const P& p, Or<id>) {
  if (!is_planted<id>()) return static_cast<bool>(p);
  kept[id] = static_cast<bool>(p);
  return false;
}
template <int id>
struct KeptAnd {};
template <int id>
struct KeptOr {};
template <int id, class Q>
constexpr bool operator|(KeptAnd<id>, const Q& q) {
  if (!is_planted<id>()) return static_cast<bool>(q);
  const bool p = kept[id];
  return static_cast<bool>(q) || p;
}
template <int id, class Q>
constexpr bool operator|(KeptOr<id>, const Q& q) {
  if (!is_planted<id>()) return static_cast<bool>(q);
  const bool p = kept[id];
  return static_cast<bool>(q) && p;
}

/// `x += y` as `x += Add<1>() += y`.
template <int id>
struct Add {};
template <int id, class Y>
struct Added {
  const Y& y;
};
template <int id, class Y>
constexpr Added<id, Y> operator+=(Add<id>, const Y& y) {
  return {y};
}
template <int id, class X, class Y>
constexpr X& operator+=(X& x, Added<id, Y> added) {
  if constexpr (requires { x -= added.y; })
    if (is_planted<id>()) return x -= added.y;
  return x += added.y;
}

template <int id>
struct Max {
  template <class T>
  static constexpr const T& of(const T& a, const T& b) {
    return is_planted<id>() ? std::min(a, b) : std::max(a, b);
  }
  template <class T>
  static constexpr T of(std::initializer_list<T> all) {
    return is_planted<id>() ? std::min(all) : std::max(all);
  }
};
template <int id>
struct Min {
  template <class T>
  static constexpr const T& of(const T& a, const T& b) {
    return is_planted<id>() ? std::max(a, b) : std::min(a, b);
  }
  template <class T>
  static constexpr T of(std::initializer_list<T> all) {
    return is_planted<id>() ? std::max(all) : std::min(all);
  }
};

template <int id>
[[nodiscard]] constexpr double number(double own, double other) {
  return is_planted<id>() ? other : own;
}
}  // namespace perfmodel::planted
