"""ai-dynamo/aiconfigurator: serving engines' products -> gemm_serving.csv, their fused attention to prompts and to
caches -> attention_prefill.csv and attention_decode.csv, NCCL's collectives -> collectives.csv

systems/data/CARD/FRAMEWORK/VERSION/gemm_perf: y[m, n] = x[m, k] W[n, k]^T in CUDA graphs; context_attention_perf and
generation_attention_perf: one call of an engine's attention (collector/*/collect_attn.py: isl new tokens after step
that the cache holds, causal; the window in tokens, 0 for none, in files that have it); nccl_perf: nccl-tests
(collector/network/collect_nccl.py). Latencies in ms; the size of a message counts elements, of 2 bytes (half) or 1
(int8). The files are text (.txt) or Apache Parquet (.parquet, which needs pyarrow), and are kept in Git LFS: a clone
without git-lfs has pointers to them, which are refused.

Products: the same shapes of every card, drawn by a hash of the shape alone, from those that all cards measured in BF16.
A shape that was measured several times has the first. Attention: of every file all rows of the shapes whose hash is
smallest. Without the folder `aiconfigurator` there are no such tables: a fit keeps its priors for what they alone
teach.
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
ATTENTION_COLUMNS = (
    "src",
    "gpu",
    "framework",
    "version",
    "kernel",
    "attn_dtype",
    "kv_dtype",
    "batch",
    "q_len",
    "kv_len",
    "q_heads",
    "kv_heads",
    "head_dim",
    "window",
    "time_us",
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
ATTENTIONS = (
    "a100_sxm/sglang/0.5.10",
    "a100_sxm/vllm/0.14.0",
    "b200_sxm/sglang/0.5.14",
    "b200_sxm/trtllm/1.3.0rc20",
    "b200_sxm/vllm/0.24.0",
    "h100_sxm/sglang/0.5.14",
    "h100_sxm/trtllm/1.3.0rc20",
    "h100_sxm/vllm/0.24.0",
    "l40s/sglang/0.5.14",
    "l40s/trtllm/1.3.0rc20",
    "l40s/vllm/0.24.0",
)
MOST_SHAPES = 338
MOST_ATTENTIONS = {"context_attention": 180, "generation_attention": 145}  # shapes of each file
ATTENTION_FORMATS = ("bfloat16", "float16", "fp8")
ELEMENT_BYTES = {"half": 2, "int8": 1}
FORMATS = {"half": "fp16", "int8": "int8"}
POINTER = b"version https://git-lfs"


def rows_of(folder, name, columns):
    """Rows of NAME.txt or NAME.parquet as dictionaries of texts with these columns at least, and the file. Raises
    Refusal."""
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
    return path, [{column: str(cell) for column, cell in row.items()} for row in table.to_pylist()]


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


def tokens(row, column, path):
    """A cell as a whole number of tokens; 0 where the column or the cell is empty. Raises Refusal."""
    text = row.get(column, "0")
    if text in ("0", "", "None"):
        return 0
    return number(row, column, path, whole=True)


def attention_row(row, place, phase, path):
    """A row in the order of ATTENTION_COLUMNS. Raises Refusal."""
    for column in ("attn_dtype", "kv_cache_dtype"):
        if row[column] not in ATTENTION_FORMATS:
            raise Refusal(f"{path}: {column}: got {row[column]!r}; must be {', '.join(ATTENTION_FORMATS)}")
    if row["beam_width"] != "1":
        raise Refusal(f"{path}: beam_width: got {row['beam_width']!r}; must be 1")
    queries = number(row, "isl", path, whole=True)
    _, framework, version = place.split("/")
    return (
        f"aic:{place}/{phase}",
        row["device"],
        framework,
        version,
        row["kernel_source"],
        row["attn_dtype"],
        row["kv_cache_dtype"],
        number(row, "batch_size", path, whole=True),
        queries,
        queries + tokens(row, "step", path),
        number(row, "num_heads", path, whole=True),
        number(row, "num_key_value_heads", path, whole=True),
        number(row, "head_dim", path, whole=True),
        tokens(row, "window_size", path),
        time_us(row, path),
    )


def attention(upstream, phase):
    """Attention to prompts (context_attention) or to caches (generation_attention): a sample of each file. Raises
    Refusal."""
    columns = ("device", "kernel_source", "batch_size", "isl", "num_heads", "num_key_value_heads", "head_dim")
    columns += ("beam_width", "attn_dtype", "kv_cache_dtype", "step", "latency")
    result = []
    for place in ATTENTIONS:
        path, rows = rows_of(upstream / "aiconfigurator" / DATA / place, f"{phase}_perf", columns)
        found = [attention_row(row, place, phase, path) for row in rows]
        shapes = sorted({row[5:14] for row in found})
        kept = set(sample(shapes, MOST_ATTENTIONS[phase], key=lambda shape: shape))
        result.extend(row for row in found if row[5:14] in kept)
    return result


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
        "attention_prefill": (ATTENTION_COLUMNS, attention(upstream, "context_attention")),
        "attention_decode": (ATTENTION_COLUMNS, attention(upstream, "generation_attention")),
        "collectives": (COLLECTIVE_COLUMNS, collectives(upstream)),
    }
