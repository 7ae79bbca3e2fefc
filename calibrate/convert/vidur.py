"""microsoft/vidur, data/profiling: linear layers of transformer blocks on an A100-80GB -> gemm_fp16_a100.csv,
all-reduces on a DGX A100 -> all_reduce.csv

mlp.csv has a row per number of tokens and of tensor-parallel workers, with medians in ms. Four of its kernels are
products y[tokens, n] = x[tokens, k] W[n, k]^T (heads and widths below are those of the whole model, divided among the
workers):

    attn_pre_proj    n = (n_head + 2 n_kv_head) n_embd / n_head / workers   k = n_embd
    attn_post_proj   n = n_embd                                             k = n_embd / workers
    mlp_up_proj      n = n_expanded_embd (twice with a gate) / workers      k = n_embd
    mlp_down_proj    n = n_embd                                             k = n_expanded_embd / workers

A shape that was measured several times, in one file or in several, has the last one. all_reduce.csv: median in ms by
bytes; one node only, so that num_workers = devices_per_node.
"""
from tables import Refusal, microseconds, number, read_table, sample

GEMM_COLUMNS = ("gpu", "op", "layout", "batch", "m", "n", "k", "time_us")
REDUCE_COLUMNS = ("system", "gpus", "bytes", "time_us")
MODELS = (
    "meta-llama/Llama-2-7b-hf",
    "meta-llama/Meta-Llama-3-8B",
    "internlm/internlm-20b",
    "microsoft/phi-2",
    "meta-llama/Llama-2-70b-hf",
    "codellama/CodeLlama-34b-Instruct-hf",
    "Qwen/Qwen-72B",
)
KERNELS = ("attn_pre_proj", "attn_post_proj", "mlp_up_proj", "mlp_down_proj")
MOST_PRODUCTS, MOST_REDUCES = 6000, 400  # of all; for each number of cards


def divided(whole, workers, path):
    if whole % workers:
        raise Refusal(f"{path}: {whole} columns on {workers} workers; must divide evenly")
    return whole // workers


def products(upstream):
    found = {}
    for model in MODELS:
        path = upstream / "vidur" / "data/profiling/compute/a100" / model / "mlp.csv"
        sizes = ("n_head", "n_kv_head", "n_embd", "n_expanded_embd", "num_tokens", "num_tensor_parallel_workers")
        for row in read_table(path, (*sizes, "use_gated_mlp", *(f"time_stats.{kernel}.median" for kernel in KERNELS))):
            heads, kv_heads, width, inner, tokens, workers = (number(row, c, path, whole=True) for c in sizes)
            if row["use_gated_mlp"] not in ("True", "False"):
                raise Refusal(f"{path}: use_gated_mlp: got {row['use_gated_mlp']!r}; must be True or False")
            up = inner * (2 if row["use_gated_mlp"] == "True" else 1)
            shapes = {
                "attn_pre_proj": (divided((heads + 2 * kv_heads) * (width // heads), workers, path), width),
                "attn_post_proj": (width, divided(width, workers, path)),
                "mlp_up_proj": (divided(up, workers, path), width),
                "mlp_down_proj": (width, divided(inner, workers, path)),
            }
            for kernel, (n, k) in shapes.items():
                if row[f"time_stats.{kernel}.median"]:
                    found[tokens, n, k] = number(row, f"time_stats.{kernel}.median", path)
    rows = [("A100-80GB", "linear", "NT", 1, m, n, k, microseconds(found[m, n, k])) for m, n, k in sorted(found)]
    return sample(rows, MOST_PRODUCTS, key=lambda row: row[4:7])


def all_reduces(upstream):
    path = upstream / "vidur" / "data/profiling/network/a100_dgx/all_reduce.csv"
    by_cards = {}
    for row in read_table(
        path, ("time_stats.all_reduce.median", "num_workers", "size", "collective", "devices_per_node")
    ):
        if row["collective"] != "all_reduce":
            raise Refusal(f"{path}: collective: got {row['collective']!r}; must be all_reduce")
        cards = number(row, "num_workers", path, whole=True)
        if cards == number(row, "devices_per_node", path, whole=True):
            time_us = microseconds(number(row, "time_stats.all_reduce.median", path))
            by_cards.setdefault(cards, []).append(
                ("A100 DGX (NVLink3)", cards, number(row, "size", path, whole=True), time_us)
            )
    return [
        row for cards in sorted(by_cards) for row in sample(by_cards[cards], MOST_REDUCES, key=lambda row: row[1:3])
    ]


def convert(upstream):
    """{table: (columns, rows)} from the checked-out files under `upstream`. Raises Refusal."""
    return {"gemm_fp16_a100": (GEMM_COLUMNS, products(upstream)), "all_reduce": (REDUCE_COLUMNS, all_reduces(upstream))}
