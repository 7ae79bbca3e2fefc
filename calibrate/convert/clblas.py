"""clMathLibraries/clBLAS, doc/performance/cuBLAS_7.5: squares of a Tesla K40 at 875 MHz -> gemm_k40.csv

One row per size: GFLOPS of cublasSgemm and cublasDgemm with beta = 1, column-major, A as stored, B transposed. That is
row-major C[n, m] = op(B) op(A) with the first operand transposed: layout TN. Time = 2 m n k / GFLOPS.
"""
from tables import Refusal, number, read_table

COLUMNS = ("gpu", "dtype", "layout", "batch", "m", "n", "k", "time_us")
FILES = {"fp32": ("cublas_sgemm_8.csv", "sgemm"), "fp64": ("cublas_dgemm_8.csv", "dgemm")}


def convert(upstream):
    """{table: (columns, rows)} from the checked-out files under `upstream`. Raises Refusal."""
    rows = []
    for dtype, (file, function) in FILES.items():
        path = upstream / "clblas" / "doc/performance/cuBLAS_7.5/Tesla_K40" / file
        for row in read_table(path, ("m", "n", "k", "order", "transa", "transb", "function", "library", "GFLOPS")):
            form = tuple(row[c] for c in ("order", "transa", "transb", "function", "library"))
            if form != ("column", "none", "transpose", function, "cublas"):
                raise Refusal(f"{path}: got {form}; must be column, none, transpose, {function}, cublas")
            m, n, k = (number(row, c, path, whole=True) for c in ("m", "n", "k"))
            time_us = 2e-3 * m * n * k / number(row, "GFLOPS", path)
            rows.append(("Tesla K40 (875 MHz)", dtype, "TN", 1, n, m, k, f"{time_us:.4f}"))
    return {"gemm_k40": (COLUMNS, rows)}
