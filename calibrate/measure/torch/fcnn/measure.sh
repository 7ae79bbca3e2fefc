#!/bin/sh
# Builds fcnn_steps against the LibTorch that python3 finds (with CUPTI if its header is there) and measures this
# machine's card: calibrate/measure/torch/fcnn/measure.sh OUT_DIRECTORY [quick|more|steps]. A binary left in
# OUT_DIRECTORY is used again.
# What each table holds: docs/reference/memory.md and docs/reference/calibration.md. Nothing on the card is changed.
set -u
out=$1; part=${2:-all}
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$out"
torch=$(python3 -c 'import torch; print(torch.__path__[0])') || exit 3
site=$(dirname "$torch")
cuda=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")")")
cupti=$(find "$cuda" "$site/nvidia" -name cupti.h 2>/dev/null | head -n 1)
libs=$(find "$site/nvidia" -maxdepth 3 -type d -name lib 2>/dev/null | tr '\n' ':')
cuptilib=$(find "$cuda" "$site/nvidia" -name 'libcupti.so*' 2>/dev/null | head -n 1)
cudart=$(find "$site/nvidia" "$cuda" -name 'libcudart.so*' 2>/dev/null | head -n 1)
export LD_LIBRARY_PATH="$torch/lib:$libs$cuda/lib64:$(dirname "${cuptilib:-/none/x}")"
binary=$out/fcnn_steps
[ -n "${FCNN_BINARY:-}" ] && cp "$FCNN_BINARY" "$binary" && chmod +x "$binary"
compile() {
  g++ -std=c++20 -O1 -w -DFCNN_WITH_CUDA "$@" -I"$here/../../.." -isystem "$torch/include" -isystem \
    "$torch/include/torch/csrc/api/include" \
    -isystem "$cuda/include" "$here/fcnn_steps.cpp" -o "$binary" -L"$torch/lib" -Wl,--no-as-needed -ltorch -ltorch_cpu \
    -ltorch_cuda -lc10 -lc10_cuda -Wl,--as-needed "$cudart" ${CUPTI_LINK:-} -ldl -Wl,--allow-shlib-undefined
}
if [ ! -x "$binary" ]; then
  if [ -n "$cupti" ] && [ -n "$cuptilib" ]; then
    CUPTI_LINK=$cuptilib compile -DFCNN_WITH_CUPTI -I"$(dirname "$cupti")" || rm -f "$binary"
  fi
  [ -x "$binary" ] || { echo "without CUPTI: no kernel times"; compile; } || exit 3
fi
measure() {
  echo "$(date +%T) $*"
  "$binary" "$@"
  code=$?
  echo "$(date +%T) exit $code"
  return $code
}
# CUDA_MODULE_LOADING and the allocator's settings stay at their defaults.
measure --mode steps --count 2 --out "$out/smoke.csv" --seconds 10 || exit 3
rm -f "$out/smoke.csv"
[ "$part" = quick ] && exit 0
cases=$here/fcnn
if [ "$part" = steps ]; then  # step times alone; LIST names a file of configurations
  measure --mode steps ${LIST:+--list "$LIST"} --count "${COUNT:-600}" --out "$out/fcnn_steps.csv" --seconds \
    "${STEP_SECONDS:-240}"
  measure --mode host --out "$out/host_ops.csv" --seconds "${HOST_SECONDS:-30}"
  measure --mode busy ${LIST:+--list "$LIST"} --count "${COUNT:-600}" --out "$out/fcnn_busy.csv" --seconds \
    "${BUSY_SECONDS:-20}"
  exit 0
fi
if [ "$part" != more ]; then
  measure --mode trace --list "$cases/trace_cases.csv" --out "$out/fcnn_trace.csv" --seconds "${TRACE_SECONDS:-40}"
  measure --mode memory --list "$cases/technique_cases.csv" --out "$out/fcnn_memory.csv" --seconds \
    "${TECHNIQUE_SECONDS:-30}"
  measure --mode memory --count 400 --seed 2 --longest-step 0.1 --out "$out/fcnn_memory.csv" --seconds \
    "${MEMORY_SECONDS:-60}"
  measure --mode host --out "$out/host_ops.csv" --seconds "${HOST_SECONDS:-30}"
fi
measure --mode fresh --count 30 --seed 5 --longest-step 0.1 --out "$out/fcnn_memory_fresh.csv" --seconds \
  "${FRESH_SECONDS:-60}"
measure --mode memory --count "${MEMORY_COUNT:-200}" --seed 22 --longest-step 0.05 --out "$out/fcnn_memory_more.csv" \
  --seconds "${MORE_SECONDS:-25}"
PYTORCH_ALLOC_CONF=expandable_segments:True PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True \
  measure --mode memory --count 60 --seed 44 --longest-step 0.05 --out "$out/fcnn_memory_expandable.csv" --seconds \
    "${EXPANDABLE_SECONDS:-15}"
measure --mode trace --list "$cases/odd_cases.csv" --out "$out/fcnn_trace_odd.csv" --seconds "${ODD_SECONDS:-15}"
measure --mode max-batch --count 400 --seed "${BATCH_SEED:-3}" --longest-step 0.06 --out "$out/fcnn_max_batch.csv" \
  --seconds "${BATCH_SECONDS:-60}"
measure --mode steps --list "$cases/technique_cases.csv" --out "$out/fcnn_technique_steps.csv" --seconds \
  "${TECHNIQUE_STEP_SECONDS:-35}"
measure --mode busy --count "${COUNT:-600}" --out "$out/fcnn_busy.csv" --seconds "${BUSY_SECONDS:-40}"
measure --mode steps --count "${COUNT:-600}" --out "$out/fcnn_steps.csv" --seconds "${STEP_SECONDS:-60}"
