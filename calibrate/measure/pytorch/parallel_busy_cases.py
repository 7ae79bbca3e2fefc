"""Cases of parallel_steps.py that the GPUs bound (`--busy`): batches are as large as cards of 80 GB hold, so that a
slow host shows little. All ways of spreading among four GPUs and among two, alone and joined; the same at every call.
"""
import dataclasses

from parallel_cases import ParallelCase

WIDE, SHORT, DEEP = "hf:llama-2.9b-grouped.json", "hf:llama-1.1b-short.json", "hf:llama-960m.json"
DOUBLE, FEW = "hf:mixtral-8x140m-wide.json", "hf:mixtral-4x500m.json"


def case(network, batch, precision, optimizer, strategy, **more):
    return ParallelCase(network, batch, precision, optimizer, strategy, **more)


def alone():
    yield case(f"{SHORT},seq=1536", 16, "bf16", "adamw:fused", "one")
    yield case("bert-large:seq=512", 32, "amp_bf16", "adamw", "one")
    yield case(f"{WIDE},seq=2048", 6, "bf16", "adamw", "one")
    yield case("resnet50", 256, "amp_bf16", "momentum", "one", memory_format="nhwc")
    yield case(f"{DOUBLE},seq=2048", 12, "bf16", "adamw:fused", "one", options={"routing": "even"})


def data(n):
    short = case(f"{SHORT},seq=1536", 16, "bf16", "adamw:fused", "ddp", dp=n)
    yield short
    yield dataclasses.replace(short, bucket_mb=100)
    yield case("bert-large:seq=512", 32, "amp_bf16", "adamw", "ddp", dp=n)
    yield case("bert-large:seq=512", 32, "amp_bf16", "adamw", "ddp", dp=n, bucket_mb=100, bucket_view=True)
    yield case("resnet50", 256, "amp_bf16", "momentum", "ddp", dp=n, memory_format="nhwc")
    yield case("vit_b_16", 160, "tf32", "adamw", "ddp", dp=n, bucket_mb=100)


def sharded(n):
    short = case(f"{SHORT},seq=1536", 16, "bf16", "adamw", "fsdp", dp=n)
    wide = case(f"{WIDE},seq=2048", 6, "amp_bf16", "adamw:fused", "fsdp", dp=n)
    yield short
    yield dataclasses.replace(wide, reshard=False)
    yield wide
    yield dataclasses.replace(short, reshard=False)
    yield case(f"{WIDE},seq=4096", 4, "bf16", "adamw:fused", "fsdp", dp=n, checkpoint="full")
    yield case("bert-large:seq=512", 32, "amp_bf16", "adamw", "fsdp", dp=n)


def tensor(n):
    wide = case(f"{WIDE},seq=2048", 8, "bf16", "adamw:fused", "tp", tp=n)
    for ranks in (n, 2):
        yield dataclasses.replace(wide, tp=ranks)
        yield dataclasses.replace(wide, tp=ranks, sequence_parallel=True)
    yield dataclasses.replace(wide, strategy="tp_by_hand")
    yield dataclasses.replace(wide, tp=2, strategy="tp_by_hand", batch=6)
    yield dataclasses.replace(wide, network=f"{SHORT},seq=3072", batch=16, sequence_parallel=True, precision="amp_bf16")


def staged(n):
    deep = case(f"{DEEP},seq=2048", 16 * n, "bf16", "adamw:fused", "pp", pp=n, micro_batch=4)
    yield deep
    yield dataclasses.replace(deep, batch=8 * n, virtual_stages=2)
    yield case(f"{WIDE},seq=2048", 2 * 4 * n, "bf16", "adamw", "pp", pp=n, micro_batch=2)
    yield dataclasses.replace(deep, batch=16, pp=2)
    yield dataclasses.replace(deep, batch=8 * n, precision="amp_bf16", virtual_stages=2)
    yield case(f"{WIDE},seq=4096", 8, "amp_bf16", "sgd", "pp", pp=2, micro_batch=1)


def joined(n):
    half = n // 2
    yield case(f"{WIDE},seq=2048", 8, "bf16", "adamw:fused", "tp+fsdp", dp=half, tp=2)
    yield case(f"{WIDE},seq=2048", 6, "bf16", "adamw", "tp_by_hand+ddp", dp=half, tp=2)
    yield case(f"{WIDE},seq=2048", 16, "bf16", "adamw:fused", "pp+tp_by_hand", pp=half, tp=2, micro_batch=2)
    yield case(f"{DEEP},seq=2048", 16 * n, "bf16", "adamw", "pp+ddp", pp=half, dp=2, micro_batch=4)


def experts(n):
    double = case(f"{DOUBLE},seq=2048", 12, "bf16", "adamw:fused", "ep+ddp", ep=n, options={"routing": "even"})
    yield double
    yield case(f"{FEW},seq=1536", 16, "bf16", "adamw", "ep+ddp", ep=n, options={"routing": "even"})
    yield dataclasses.replace(double, ep=2)
    yield dataclasses.replace(double, options={"routing": "free"})


def context(n):
    yield case(f"{DEEP},seq=32768", 1, "bf16", "adamw", "cp+fsdp", cp=n)
    yield case(f"{SHORT},seq=16384", 2, "bf16", "adamw:fused", "cp+ddp", cp=n)
    yield case(f"{DEEP},seq=16384", 1, "amp_bf16", "adamw", "cp+ddp", cp=2)


def busy_cases_of(gpus):
    """One of each kind before the second of any."""
    kinds = [list(kind(gpus)) for kind in (data, sharded, tensor, experts, staged, context, joined)]
    kinds.append(list(alone()))
    most = max(len(kind) for kind in kinds)
    return [kind[i] for i in range(most) for kind in kinds if i < len(kind)]
