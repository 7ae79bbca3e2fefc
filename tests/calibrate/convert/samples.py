"""Small files in the form of the public sources, made up: no measurement is in them."""
import csv
import pathlib
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "calibrate" / "convert"))
sys.dont_write_bytecode = True
import aiconfigurator  # noqa: E402
import deepbench  # noqa: E402
import neusight  # noqa: E402
import vidur  # noqa: E402


def write(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def clblas_sample(root):
    header = (
        "m,n,k,lda,ldb,ldc,offa,offb,offc,alpha,beta,order,transa,transb,side,uplo,diag,function,device,library,"
        "numQueues,label,GFLOPS"
    ).split(",")
    folder = root / "clblas/doc/performance/cuBLAS_7.5/Tesla_K40"
    for function in ("sgemm", "dgemm"):
        write(
            folder / f"cublas_{function}_8.csv",
            header,
            [
                [
                    size,
                    size,
                    size,
                    *[0] * 6,
                    1,
                    1,
                    "column",
                    "none",
                    "transpose",
                    "left",
                    "upper",
                    "unit",
                    function,
                    "gpu",
                    "cublas",
                    1,
                    "K40",
                    rate,
                ]
                for size, rate in ((100, 200), (200, 1600))
            ],
        )
    return folder


VIDUR_SIZES = [
    "n_head",
    "n_kv_head",
    "n_embd",
    "n_expanded_embd",
    "vocab_size",
    "use_gated_mlp",
    "num_tokens",
    "num_tensor_parallel_workers",
]
VIDUR_MEDIANS = [f"time_stats.{kernel}.median" for kernel in vidur.KERNELS]


def vidur_sample(root):
    folder = root / "vidur/data/profiling"
    for i, model in enumerate(vidur.MODELS):
        gated = i != 3
        write(
            folder / "compute/a100" / model / "mlp.csv",
            ["time_stats.emb.min", *VIDUR_MEDIANS, *VIDUR_SIZES],
            [
                [1, 0.1 + i, 0.05, 0.3, 0.2, 8, 2, 64 * (i + 1), 256, 1000, gated, tokens, workers]
                for tokens in (1, 16)
                for workers in (1, 2)
            ],
        )
    write(
        folder / "network/a100_dgx/all_reduce.csv",
        [
            "",
            "time_stats.all_reduce.median",
            "rank",
            "num_workers",
            "size",
            "collective",
            "devices_per_node",
            "max_devices_per_node",
        ],
        [
            [0, 0.043, 0, 2, 2048, "all_reduce", 1, 8],
            [1, 0.0105, 0, 2, 2048, "all_reduce", 2, 8],
            [2, 0.02, 0, 4, 4096, "all_reduce", 4, 8],
        ],
    )
    return folder


NEUSIGHT_HEAD = [
    "OPName",
    "Latency",
    "Device",
    "Torch Version",
    "CUDNN Version",
    "Kernel Name",
    "Warps per SM",
    "Blocks per SM",
    "Grid x",
    "Grid y",
    "Grid z",
    "Block x",
    "Block y",
    "Block z",
    "CUDA Version",
]


def neusight_row(operation, card, kernel, grid, *sizes, latency=0.25):
    return [operation, latency, neusight.CARDS[card], "p2.1.0", 8902, kernel, 1, 1, *grid, 128, 1, 1, "cu121", *sizes]


def neusight_sample(root):
    folder = root / "neusight/scripts/asplos/data/dataset/train/collect"
    for card, name in neusight.CARDS.items():
        for operation in neusight.PRODUCTS:  # results of M x K = 130 x 70 and 10 x 700 in tiles of 32 x 64
            write(
                folder / operation / "p2.1.0" / f"{name}.csv",
                [*NEUSIGHT_HEAD, "Kernels", "B", "M", "N", "K"],
                [
                    neusight_row(
                        operation, card, "volta_sgemm_32x64_tn", (3, 3, 2), ";volta_sgemm_32x64_tn", 2, 130, 500, 70
                    ),
                    neusight_row(
                        operation,
                        card,
                        "volta_sgemm_32x64_tn",
                        (22, 1, 2),
                        ";volta_sgemm_32x64_tn",
                        2,
                        10,
                        40,
                        700,
                        latency=0.0401237,
                    ),
                    neusight_row(operation, card, "gemv2T_kernel_val", (9, 1, 1), ";gemv2T_kernel_val", 1, 10, 40, 1),
                ],
            )
        for operation in neusight.ROWWISE:
            write(
                folder / operation / "p2.1.0" / f"{name}.csv",
                [*NEUSIGHT_HEAD, "B", "H"],
                [neusight_row(operation, card, "elementwise<4, float>", (39, 1, 1), 208, 95)],
            )
        if card in neusight.CONVOLUTION_CARDS:
            write(
                folder / "conv" / "p2.1.0" / f"{name}.csv",
                [
                    *NEUSIGHT_HEAD,
                    "Kernels",
                    "B",
                    "Input_Channel",
                    "Output_Channel",
                    "Kernel_Szie",
                    "Input_Size",
                    "Stride",
                    "Padding",
                ],
                [neusight_row("conv", card, "winograd", (1, 2, 3), ";a;winograd", 8, 64, 32, 3, 25, 1, 1)],
            )
    return folder


def workbook(path, sheets):
    """An .xlsx with these sheets: lists of rows of cells, text by reference to the shared strings as spreadsheets write
    it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    strings = []
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

    def cell(value, column, row):
        place = f'r="{chr(ord("A") + column)}{row}"'
        if isinstance(value, str):
            strings.append(value)
            return f'<c {place} t="s"><v>{len(strings) - 1}</v></c>'
        return f"<c {place}><v>{value}</v></c>"

    with zipfile.ZipFile(path, "w") as book:
        for i, rows in enumerate(sheets, 1):
            lines = "".join(
                f'<row r="{r}">' + "".join(cell(v, c, r) for c, v in enumerate(row) if v != "") + "</row>"
                for r, row in enumerate(rows, 1)
            )
            book.writestr(
                f"xl/worksheets/sheet{i}.xml", f"<worksheet {space}><sheetData>{lines}</sheetData></worksheet>"
            )
        book.writestr(
            "xl/sharedStrings.xml", f"<sst {space}>" + "".join(f"<si><t>{s}</t></si>" for s in strings) + "</sst>"
        )
    return path


def deepbench_sample(root):
    folder = root / "deepbench/results/train"
    for card in deepbench.CARDS:
        products = [
            ["Made up"],
            ["M", "N", "K", "A Transpose", "B Transpose", "Precision", "Time (usec)", "TFLOPS"],
            [1760, 16, 1760, "N", "N", "fp32", 192, 1],
            [1760, 32, 1000, "T", "N", "fp32", 261, 1],
            [500, 7133, 1760, "N", "T", "half", 70, 1],
            ["Notes"],
        ]
        reduces = [["Size (# of floats)", "Number of Processors", "Time (msec)"], [100000, 2, 0.101934]]
        workbook(folder / f"DeepBench_NV_{card}.xlsx", [products, reduces])
    return folder


AIC_GEMM = "framework,version,device,op_name,kernel_source,gemm_dtype,m,n,k,latency".split(",")
AIC_NCCL = "framework,version,device,op_name,kernel_source,nccl_dtype,num_gpus,message_size,latency".split(",")


AIC_ATTENTION = (
    "framework,version,device,op_name,kernel_source,batch_size,isl,num_heads,num_key_value_heads,head_dim,"
    "beam_width,attn_dtype,kv_cache_dtype,step,latency"
).split(",")


def attention_sample(folder):
    """A prompt and a call to a cache of each engine; vLLM's files have no windows, two have one prompt twice."""
    for i, place in enumerate(aiconfigurator.ATTENTIONS):
        card, framework, version = place.split("/")
        head = [framework.upper(), version, f"NVIDIA {card.upper()}", "attention", "kernel"]
        window = [] if framework == "vllm" else [128 if i == 0 else 0]
        columns = AIC_ATTENTION + ["window_size"][: len(window)]
        prompt = [*head, 2, 512, 16, 4, 128, 1, "bfloat16", "fp8", 0, 0.25, *window]
        prompts = [prompt, prompt[:14] + [0.125, *window]] if i < 2 else [prompt]
        write(folder / place / "context_attention_perf.txt", columns, prompts)
        cache = [*head, 8, 1, 16, 4, 128, 1, "bfloat16", "bfloat16", 1023, 0.05, *window]
        write(folder / place / "generation_attention_perf.txt", columns, [cache])


def aiconfigurator_sample(root):
    """Three products of each card, one of them of one card alone; two all-reduces of each; attention."""
    folder = root / "aiconfigurator" / aiconfigurator.DATA
    for i, place in enumerate(aiconfigurator.GEMMS):
        card, framework, version = place.split("/")
        head = [framework.upper(), version, f"NVIDIA {card.upper()}", "gemm", "torch_flow"]
        rows = [[*head, "bfloat16", 1, 128, 512, 0.003], [*head, "bfloat16", 1, 128, 512, 0.007]]
        rows += [[*head, "fp8", 1, 128, 512, 0.0025], [*head, "bfloat16", 4 + i, 128, 128, 0.001]]
        write(folder / place / "gemm_perf.txt", AIC_GEMM, rows)
    for place in aiconfigurator.COLLECTIVES:
        card, _, version = place.split("/")
        head = ["TRTLLM", version, f"NVIDIA {card.upper()}", "all_reduce", "NCCL"]
        rows = [[*head, "half", 2, 256, 0.00898], [*head, "int8", 8, 512, 0.02]]
        write(folder / place / "nccl_perf.txt", AIC_NCCL, rows)
    attention_sample(folder)
    return folder


def all_samples(root):
    for make in (clblas_sample, vidur_sample, neusight_sample, deepbench_sample, aiconfigurator_sample):
        make(root)
