# shellcheck shell=bash disable=SC2034
# Sourced by the scripts beside it: finds out what is missing on this machine and installs only that.
# Debian 12 and 13, Ubuntu 24.04 (apt-get); elsewhere it names what has to be there.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cores=${PERFMODEL_JOBS:-$(nproc 2>/dev/null || echo 2)}
missing=()
wanted=()  # as `missing`, for parts that may be left out

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $*"; exit 3; }

# need PACKAGE PROGRAM_OR_FILE: PACKAGE is missing if PROGRAM is not in PATH, or FILE (with a /) does not exist.
need() {
  case $2 in
    */*) [ -e "$2" ] ;;
    *) command -v "$2" >/dev/null 2>&1 ;;
  esac || missing+=("$1")
}

# want PACKAGE FILE: the same for a part that can be left out where there is no such package.
want() { [ -e "$2" ] || wanted+=("$1"); }

need_to_build() {
  need cmake cmake
  need make make
  [ -n "${CXX:-}" ] || need g++ g++
  need libboost-dev /usr/include/boost/units/quantity.hpp
  need nlohmann-json3-dev /usr/include/nlohmann/json.hpp
  need libcli11-dev /usr/include/CLI/CLI.hpp
}

# Networks from ONNX files.
want_onnx() {
  want libonnx-dev /usr/include/onnx/shape_inference/implementation.h
  want libprotobuf-dev /usr/include/google/protobuf/message.h
}

# Charts of perfmodel-plan, drawn by the Vega runtime from the npm registry.
want_charts() {
  want npm /usr/bin/npm
  want librsvg2-bin /usr/bin/rsvg-convert
}

# The Python package.
want_python() {
  want python3-dev /usr/bin/python3-config
  want pybind11-dev /usr/include/pybind11/pybind11.h
  want python3-numpy /usr/lib/python3/dist-packages/numpy
}

need_to_test() {
  need doctest-dev /usr/include/doctest/doctest.h
  want librapidcheck-dev /usr/include/rapidcheck.h
  want ninja-build /usr/bin/ninja
  want locales /usr/share/i18n/locales/de_DE
  want clang-format /usr/bin/clang-format
  want clang-tidy /usr/bin/clang-tidy
  want clang /usr/bin/clang++
  want black /usr/bin/black
  want libceres-dev /usr/include/ceres/ceres.h
  want libbenchmark-dev /usr/include/benchmark/benchmark.h
  want chromium /usr/bin/chromium
  want doxygen /usr/bin/doxygen
  want dpkg-dev /usr/bin/dpkg-shlibdeps
}

install_missing() {
  [ $((${#missing[@]} + ${#wanted[@]})) -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    say "not found: ${missing[*]} ${wanted[*]} (Debian's names). This is no Debian or Ubuntu, so nothing was installed."
    say "CMake 3.25, make and a C++20 compiler have to be there; CMake fetches missing libraries itself."
    return 0
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      [ ${#missing[@]} -eq 0 ] || fail "missing packages: ${missing[*]}; run as root: apt-get install ${missing[*]}"
      say "not root, and no sudo: goes on without ${wanted[*]}"
      return 0
    fi
    as_root=(sudo)
  fi
  say installing: "${missing[@]}" "${wanted[@]}"
  local log package
  log=$(mktemp)
  "${as_root[@]}" apt-get update -qq >"$log" 2>&1 || true  # what is in the lists already may do
  if [ ${#missing[@]} -gt 0 ] && ! install_packages "${missing[@]}" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "apt-get could not install: ${missing[*]}"
  fi
  for package in "${wanted[@]}"; do
    install_packages "$package" >>"$log" 2>&1 || say "apt-get has no $package here: goes on without"
  done
  rm -f "$log"
  missing=()
  wanted=()
}
install_packages() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# Runs a build step quietly: its output is shown only when it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "failed: $*"
  fi
  rm -f "$log"
}

# What cannot be built on this machine, and why. Left-out parts change nothing about the others.
say_what_is_left_out() {
  if ! command -v nvcc >/dev/null 2>&1 && [ ! -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]; then
    say "left out: the measuring half of perfmodel-calibrate (no CUDA toolkit: nvcc not found)." \
      "Only measuring a card needs it."
  fi
  if [ ! -e /usr/include/torch/csrc/api/include/torch/torch.h ] && ! compgen -G "${Torch_DIR:-/nonexistent}*" \
    >/dev/null; then
    say "left out: training steps in perfmodel-calibrate (no LibTorch found; Debian: libtorch-dev, or set Torch_DIR)."
  fi
  if ! command -v npm >/dev/null 2>&1; then
    say "left out: charts in pages, SVG and PNG (no npm; Debian and Ubuntu: npm). Specifications and tables work."
  fi
  if [ ! -e /usr/include/onnx/shape_inference/implementation.h ]; then
    say "left out: networks from ONNX files (no ONNX library found; Debian and Ubuntu: libonnx-dev)."
  fi
}
