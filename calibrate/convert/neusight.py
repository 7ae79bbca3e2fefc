"""sitar-lab/NeuSight, scripts/asplos/data/dataset/train/collect: FP32 on P100, V100 (PCIe), T4, A100-PCIE-40GB under
PyTorch 2.1 -> gemm_fp32.csv (linear and bmm with kernel and grid), ops_fp32.csv (elementwise, softmax, layer norm,
convolution)

One file per operation and card; Latency in ms. In the files of products K is the number of columns of the result and N
is what is summed over: C[M, K] = A[M, N] B[N, K]. The converter does not take that on trust: a kernel's name tells its
tile, and the grid must then be the number of tiles of a K x M result for nearly all rows, or the files mean something
else. The repository at its pinned commit could not be read where this was written; paths and columns are those of a
copy of it.
"""
import json
import re

from tables import Refusal, microseconds, number, read_table, sample

CARDS = {
    "P100": "Tesla P100-PCIE-16GB",
    "V100": "Tesla V100-PCIE-32GB",
    "T4": "Tesla T4",
    "A100-PCIE-40GB": "NVIDIA A100-PCIE-40GB",
}
PRODUCTS = {"bmm": "NN", "linear": "NT"}
ROWWISE = ("add", "addu", "div", "divu", "gelu", "ln", "mul", "mulu", "pow", "powu", "relu", "softmax", "tanh")
CONVOLUTION_CARDS = ("P100", "V100", "T4")
MOST_PRODUCTS, MOST_OPERATIONS = 1500, 300  # of one operation on one card
GEMM_COLUMNS = ("gpu", "op", "layout", "batch", "m", "n", "k", "time_us", "kernel", "grid")
OPS_COLUMNS = ("gpu", "op", "params", "time_us")
GRID = ("Grid x", "Grid y", "Grid z")


def table(upstream, operation, card, columns):
    folder = upstream / "neusight" / "scripts/asplos/data/dataset/train/collect"
    path = folder / operation / "p2.1.0" / f"{CARDS[card]}.csv"
    rows = read_table(path, ("OPName", "Latency", "Device", *columns))
    for row in rows:
        if (row["OPName"], row["Device"]) != (operation, CARDS[card]):
            raise Refusal(
                f"{path}: got {row['OPName']!r} on {row['Device']!r}; must be {operation!r} on " f"{CARDS[card]!r}"
            )
    return path, rows


def grid_agrees(row, m, n):
    """Whether the grid is that of the tiles that the kernel's name tells; None where it tells none."""
    tile = re.search(r"sgemm_(\d+)x(\d+)", row["Kernel Name"])
    if not tile:
        return None
    along_n, along_m = (-(-extent // int(side)) for extent, side in zip((n, m), tile.groups()))
    return (int(row["Grid x"]), int(row["Grid y"])) == (along_n, along_m)


def products(upstream):
    out = []
    for card in CARDS:
        for operation, layout in PRODUCTS.items():
            path, rows = table(upstream, operation, card, ("Kernel Name", *GRID, "B", "M", "N", "K"))
            found, agreeing = [], []
            for row in rows:
                batch, m, k, n = (number(row, c, path, whole=True) for c in ("B", "M", "N", "K"))
                agreeing.append(grid_agrees(row, m, n))
                found.append(
                    (
                        card,
                        operation,
                        layout,
                        batch,
                        m,
                        n,
                        k,
                        microseconds(number(row, "Latency", path)),
                        row["Kernel Name"],
                        "x".join(row[c] for c in GRID),
                    )
                )
            told = [a for a in agreeing if a is not None]
            if not told or sum(told) < 0.8 * len(told):
                raise Refusal(
                    f"{path}: the grids of {sum(told)} of {len(told)} rows are those of M x K results; must "
                    f"be nearly all: M, N and K mean something else"
                )
            out += sample(found, MOST_PRODUCTS, key=lambda row: row[3:7])
    return out


def operations(upstream):
    out = []
    for card in CARDS:
        for operation in ROWWISE:
            path, rows = table(upstream, operation, card, (*GRID, "Block x", "Block y", "Block z", "B", "H"))
            found = []
            for row in rows:
                params = {
                    "b": number(row, "B", path, whole=True),
                    "h": number(row, "H", path, whole=True),
                    "grid": "x".join(row[c] for c in GRID),
                    "block": "x".join(row[f"Block {axis}"] for axis in "xyz"),
                }
                found.append((card, operation, json.dumps(params), microseconds(number(row, "Latency", path))))
            out += sample(found, MOST_OPERATIONS, key=lambda row: row[2])
        if card not in CONVOLUTION_CARDS:
            continue
        sizes = {
            "n": "B",
            "c": "Input_Channel",
            "k": "Output_Channel",
            "r": "Kernel_Szie",
            "hw": "Input_Size",
            "stride": "Stride",
        }  # sic
        path, rows = table(upstream, "conv", card, (*sizes.values(), "Padding", "Kernel Name"))
        found = []
        for row in rows:
            params = {name: number(row, column, path, whole=True) for name, column in sizes.items()}
            params |= {"pad": int(row["Padding"]), "kernel": row["Kernel Name"]}
            found.append((card, "conv2d_fwd", json.dumps(params), microseconds(number(row, "Latency", path))))
        out += sample(found, MOST_OPERATIONS, key=lambda row: row[2])
    return out


def convert(upstream):
    """{table: (columns, rows)} from the checked-out files under `upstream`. Raises Refusal."""
    return {"gemm_fp32": (GEMM_COLUMNS, products(upstream)), "ops_fp32": (OPS_COLUMNS, operations(upstream))}
