#!/bin/sh
# Writes the names of cublasLt's tile, stage and cluster enumerators as C++ tables: generate_cublaslt_names.sh
# cublasLt.h out.inc
set -eu
table() { # table <array> <prefix>
  echo "constexpr EnumName $1[] = {"
  sed -n "s/^ *$2\([0-9A-Za-z]*\) = \([0-9]*\),.*/{\2, \"\1\"},/p" "$3"
  echo "};"
}
{
  table tile_names CUBLASLT_MATMUL_TILE_ "$1"
  table stage_names CUBLASLT_MATMUL_STAGES_ "$1"
  table cluster_names CUBLASLT_CLUSTER_SHAPE_ "$1"
} > "$2.tmp"
mv "$2.tmp" "$2"
