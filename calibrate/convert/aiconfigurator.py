"""ai-dynamo/aiconfigurator: products of serving engines -> gemm_serving.csv, NCCL's collectives -> collectives.csv

systems/data/CARD/FRAMEWORK/VERSION/gemm_perf: y[m, n] = x[m, k] W[n, k]^T in CUDA graphs; nccl_perf: nccl-tests
(collector/network/collect_nccl.py). Latencies in ms; the size of a message counts elements, of 2 bytes (half) or 1
(int8). The files are text (.txt) or Apache Parquet (.parquet, which needs pyarrow), and are kept in Git LFS: a clone
without git-lfs has pointers to them, which are refused.

Products: the same shapes of every card, drawn by a hash of the shape alone, from those that all cards measured in BF16.
A shape that was measured several times has the first. Without the folder `aiconfigurator` there are no such tables: a
fit keeps its priors for what they alone teach.
"""
from tables import Refusal, number, read_table, sample

GEMM_COLUMNS = ("src", "gpu", "framework", "version", "kernel", "dtype", "m", "n", "k", "time_us")
COLLECTIVE_COLUMNS = (
    "src",
    "gpu",
    "library",
    "version",
    "op",
    "dtype",
    "n_gpus",
    "n_nodes",
    "bytes",
    "time_us",
    "kernel",
)
DATA = "src/aiconfigurator/systems/data"
GEMMS = (
    "a100_sxm/sglang/0.5.10",
    "a100_sxm/trtllm/1.0.0",
    "b200_sxm/trtllm/1.3.0rc20",
    "h100_sxm/trtllm/1.3.0rc20",
    "l40s/trtllm/1.3.0rc20",
)
COLLECTIVES = ("a100_sxm/nccl/2.27.3", "b200_sxm/nccl/2.29.2", "h100_sxm/nccl/2.29.2")
MOST_SHAPES = 338
ELEMENT_BYTES = {"half": 2, "int8": 1}
FORMATS = {"half": "fp16", "int8": "int8"}
POINTER = b"version https://git-lfs"


def rows_of(folder, name, columns):
    """Rows of NAME.txt or NAME.parquet as dictionaries of texts, and the file. Raises Refusal."""
    found = [folder / f"{name}.{ending}" for ending in ("txt", "parquet") if (folder / f"{name}.{ending}").is_file()]
    if not found:
        raise Refusal(f"{folder}: no {name}.txt and no {name}.parquet; must have one of them")
    path = found[0]
    with open(path, "rb") as file:
        if file.read(len(POINTER)) == POINTER:
            raise Refusal(f"{path}: a pointer of Git LFS; must be the file itself: install git-lfs and fetch again")
    if path.suffix == ".txt":
        return path, read_table(path, columns)
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise Refusal(f"{path}: Apache Parquet, which the Python package pyarrow reads; it is not installed") from error
    table = pyarrow.parquet.read_table(path)
    missing = [column for column in columns if column not in table.column_names]
    if missing:
        raise Refusal(f"{path}: got the columns {', '.join(table.column_names)}; must have {', '.join(missing)}")
    return path, [{column: str(row[column]) for column in columns} for row in table.to_pylist()]


def time_us(row, path):
    """Milliseconds as text of microseconds, six digits that count."""
    return f"{1e3 * number(row, 'latency', path):.6g}"


def products(upstream):
    columns = ("framework", "version", "device", "op_name", "kernel_source", "gemm_dtype", "m", "n", "k", "latency")
    by_card = []
    for place in GEMMS:
        path, rows = rows_of(upstream / "aiconfigurator" / DATA / place, "gemm_perf", columns)
        found = {}
        for row in rows:
            shape = tuple(number(row, c, path, whole=True) for c in ("m", "n", "k"))
            key = (row["kernel_source"], row["gemm_dtype"], *shape)
            found.setdefault(
                key,
                (
                    f"aic:{place}/gemm",
                    row["device"],
                    place.split("/")[1],
                    place.split("/")[2],
                    row["kernel_source"],
                    row["gemm_dtype"],
                    *shape,
                    time_us(row, path),
                ),
            )
        by_card.append(found)
    shapes = set.intersection(*({key[2:] for key in found if key[1] == "bfloat16"} for found in by_card))
    kept = set(sample(sorted(shapes), MOST_SHAPES, key=lambda shape: shape))
    return [row for found in by_card for key, row in sorted(found.items()) if key[2:] in kept]


def collectives(upstream):
    columns = ("device", "op_name", "nccl_dtype", "num_gpus", "message_size", "latency")
    result = []
    for place in COLLECTIVES:
        path, rows = rows_of(upstream / "aiconfigurator" / DATA / place, "nccl_perf", columns)
        for row in rows:
            dtype = row["nccl_dtype"]
            if dtype not in FORMATS:
                raise Refusal(f"{path}: nccl_dtype: got {dtype!r}; must be {' or '.join(FORMATS)}")
            result.append(
                (
                    f"aic:{place}/nccl",
                    row["device"],
                    "nccl",
                    place.split("/")[2],
                    row["op_name"],
                    FORMATS[dtype],
                    number(row, "num_gpus", path, whole=True),
                    1,
                    ELEMENT_BYTES[dtype] * number(row, "message_size", path, whole=True),
                    time_us(row, path),
                    "nccl-tests",
                )
            )
    return result


def convert(upstream):
    """{table: (columns, rows)} from the files under `upstream`; none without a folder of them. Raises Refusal."""
    if not (upstream / "aiconfigurator").is_dir():
        return {}
    return {
        "gemm_serving": (GEMM_COLUMNS, products(upstream)),
        "collectives": (COLLECTIVE_COLUMNS, collectives(upstream)),
    }
