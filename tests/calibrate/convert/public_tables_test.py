"""Converters of public sources, on small made-up files in the sources' form."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import samples
from samples import AIC_ATTENTION, AIC_NCCL, NEUSIGHT_HEAD, VIDUR_MEDIANS, VIDUR_SIZES, neusight_row, write
import aiconfigurator
import clblas
import deepbench
import neusight
import public_tables
import vidur
from tables import Refusal, sample


class Converters(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def refused(self, convert, why):
        with self.assertRaises(Refusal) as caught:
            convert(self.root)
        self.assertEqual(str(caught.exception).replace(str(self.root), "ROOT"), why)

    def test_squares_of_clblas(self):
        samples.clblas_sample(self.root)
        self.assertEqual(
            clblas.convert(self.root)["gemm_k40"][1],
            [
                ("Tesla K40 (875 MHz)", "fp32", "TN", 1, 100, 100, 100, "10.0000"),
                ("Tesla K40 (875 MHz)", "fp32", "TN", 1, 200, 200, 200, "10.0000"),
                ("Tesla K40 (875 MHz)", "fp64", "TN", 1, 100, 100, 100, "10.0000"),
                ("Tesla K40 (875 MHz)", "fp64", "TN", 1, 200, 200, 200, "10.0000"),
            ],
        )

    def test_other_columns_of_clblas_are_refused(self):
        folder = samples.clblas_sample(self.root)
        write(
            folder / "cublas_sgemm_8.csv",
            ["m", "n", "k", "order", "transa", "transb", "function", "library", "TFLOPS"],
            [],
        )
        self.refused(
            clblas.convert,
            "ROOT/clblas/doc/performance/cuBLAS_7.5/Tesla_K40/cublas_sgemm_8.csv:1: got the "
            "columns m, n, k, order, transa, transb, function, "
            "library, TFLOPS; must have GFLOPS: the source has another form than this converter knows",
        )

    def test_another_transposition_of_clblas_is_refused(self):
        folder = samples.clblas_sample(self.root)
        write(
            folder / "cublas_dgemm_8.csv",
            ["m", "n", "k", "order", "transa", "transb", "function", "library", "GFLOPS"],
            [[8, 8, 8, "column", "none", "none", "dgemm", "cublas", 1]],
        )
        self.refused(
            clblas.convert,
            "ROOT/clblas/doc/performance/cuBLAS_7.5/Tesla_K40/cublas_dgemm_8.csv: got "
            "('column', 'none', 'none', 'dgemm', 'cublas'); "
            "must be column, none, transpose, dgemm, cublas",
        )

    def test_layers_of_vidur(self):
        samples.vidur_sample(self.root)
        columns, rows = vidur.convert(self.root)["gemm_fp16_a100"]
        self.assertEqual(columns, ("gpu", "op", "layout", "batch", "m", "n", "k", "time_us"))
        first = {row[4:7]: row[7] for row in rows if row[4] == 16}
        # width 64: 8 + 2 * 2 heads of 8 columns; 256 twice with a gate; half of each on two workers
        self.assertEqual(first[16, 96, 64], "100.0")
        self.assertEqual(first[16, 64, 64], "50.0")
        self.assertEqual(first[16, 512, 64], "300.0")
        self.assertEqual(first[16, 64, 256], "200.0")
        self.assertEqual(first[16, 48, 64], "100.0")
        self.assertEqual(first[16, 64, 32], "50.0")
        self.assertNotIn((16, 512, 256), first)  # the fourth model, of width 256, has no gate
        self.assertEqual(len(rows), len(set(row[4:7] for row in rows)))

    def test_all_reduces_within_a_node(self):
        samples.vidur_sample(self.root)
        self.assertEqual(
            vidur.convert(self.root)["all_reduce"][1],
            [("A100 DGX (NVLink3)", 2, 2048, "10.5"), ("A100 DGX (NVLink3)", 4, 4096, "20.0")],
        )

    def test_heads_that_workers_cannot_share_are_refused(self):
        folder = samples.vidur_sample(self.root)
        write(
            folder / "compute/a100" / vidur.MODELS[0] / "mlp.csv",
            [*VIDUR_MEDIANS, *VIDUR_SIZES],
            [[1, 1, 1, 1, 8, 2, 64, 256, 1000, "True", 1, 5]],
        )
        self.refused(
            vidur.convert,
            "ROOT/vidur/data/profiling/compute/a100/meta-llama/Llama-2-7b-hf/mlp.csv: 96 "
            "columns on 5 workers; must divide evenly",
        )

    def test_products_of_neusight(self):
        samples.neusight_sample(self.root)
        columns, rows = neusight.convert(self.root)["gemm_fp32"]
        self.assertEqual(columns, ("gpu", "op", "layout", "batch", "m", "n", "k", "time_us", "kernel", "grid"))
        self.assertEqual(
            [row for row in rows if row[:2] == ("T4", "linear")],
            [
                ("T4", "linear", "NT", 2, 130, 70, 500, "250.0", "volta_sgemm_32x64_tn", "3x3x2"),
                ("T4", "linear", "NT", 2, 10, 700, 40, "40.1237", "volta_sgemm_32x64_tn", "22x1x2"),
                ("T4", "linear", "NT", 1, 10, 1, 40, "250.0", "gemv2T_kernel_val", "9x1x1"),
            ],
        )
        self.assertEqual({row[2] for row in rows if row[1] == "bmm"}, {"NN"})

    def test_operations_of_neusight(self):
        samples.neusight_sample(self.root)
        rows = neusight.convert(self.root)["ops_fp32"][1]
        self.assertIn(("T4", "add", '{"b": 208, "h": 95, "grid": "39x1x1", "block": "128x1x1"}', "250.0"), rows)
        self.assertIn(
            (
                "P100",
                "conv2d_fwd",
                '{"n": 8, "c": 64, "k": 32, "r": 3, "hw": 25, "stride": 1, "pad": 1, "kernel": "winograd"}',
                "250.0",
            ),
            rows,
        )
        self.assertEqual(sum(row[1] == "conv2d_fwd" for row in rows), 3)

    def test_products_whose_columns_mean_something_else_are_refused(self):
        folder = samples.neusight_sample(self.root)
        path = write(
            folder / "bmm/p2.1.0/Tesla P100-PCIE-16GB.csv",
            [*NEUSIGHT_HEAD, "Kernels", "B", "M", "N", "K"],
            [neusight_row("bmm", "P100", "volta_sgemm_32x64_nn", (3, 3, 2), "", 2, 130, 70, 500)] * 5,
        )
        self.refused(
            neusight.convert,
            f"{path}: the grids of 0 of 5 rows are those of M x K results; must be nearly "
            f"all: M, N and K mean something else".replace(str(self.root), "ROOT"),
        )

    def test_another_card_is_refused(self):
        folder = samples.neusight_sample(self.root)
        write(
            folder / "add/p2.1.0/Tesla T4.csv",
            [*NEUSIGHT_HEAD, "B", "H"],
            [neusight_row("add", "V100", "kernel", (1, 1, 1), 2, 3)],
        )
        self.refused(
            neusight.convert,
            "ROOT/neusight/scripts/asplos/data/dataset/train/collect/add/p2.1.0/Tesla "
            "T4.csv: got 'add' on 'Tesla V100-PCIE-32GB'; "
            "must be 'add' on 'Tesla T4'",
        )

    def test_workbooks_of_deepbench(self):
        samples.deepbench_sample(self.root)
        tables = deepbench.convert(self.root)
        self.assertEqual(
            [row for row in tables["gemm_deepbench"][1] if row[0] == "V100"],
            [
                ("V100", "fp32", "NN", 1, 16, 1760, 1760, 192.0),
                ("V100", "fp32", "NT", 1, 32, 1760, 1000, 261.0),
                ("V100", "fp16_in_fp32_math", "TN", 1, 7133, 500, 1760, 70.0),
            ],
        )
        self.assertEqual(
            tables["all_reduce"][1], [("M40 (PCIe)", 2, 400000, "101.934"), ("P100 (PCIe)", 2, 400000, "101.934")]
        )

    def test_a_workbook_in_other_words_is_refused_with_its_words(self):
        folder = samples.deepbench_sample(self.root)
        samples.workbook(folder / "DeepBench_NV_M40.xlsx", [[["Rows", "Columns", "Time"], [1, 2, 3]]])
        self.refused(
            deepbench.convert,
            "ROOT/deepbench/results/train/DeepBench_NV_M40.xlsx: no table with a, b, k, "
            "m, n, precision and a time; "
            "its first rows are: 1 | 2 | 3; Rows | Columns | Time",
        )

    def test_products_of_serving_engines(self):
        samples.aiconfigurator_sample(self.root)
        columns, rows = aiconfigurator.convert(self.root)["gemm_serving"]
        self.assertEqual(columns[:4], ("src", "gpu", "framework", "version"))
        # the one shape that all cards have, in each format; of two times the first, in microseconds
        self.assertEqual(
            [row for row in rows if row[0] == "aic:l40s/trtllm/1.3.0rc20/gemm"],
            [
                ("aic:l40s/trtllm/1.3.0rc20/gemm", "NVIDIA L40S", "trtllm", "1.3.0rc20", "torch_flow", dtype)
                + (1, 128, 512, time)
                for dtype, time in (("bfloat16", "3"), ("fp8", "2.5"))
            ],
        )
        self.assertEqual(len(rows), 2 * len(aiconfigurator.GEMMS))

    def test_collectives_in_bytes_of_messages(self):
        samples.aiconfigurator_sample(self.root)
        rows = aiconfigurator.convert(self.root)["collectives"][1]
        self.assertEqual(
            rows[:2],
            [
                ("aic:a100_sxm/nccl/2.27.3/nccl", "NVIDIA A100_SXM", "nccl", "2.27.3", "all_reduce", "fp16", 2, 1)
                + (512, "8.98", "nccl-tests"),
                ("aic:a100_sxm/nccl/2.27.3/nccl", "NVIDIA A100_SXM", "nccl", "2.27.3", "all_reduce", "int8", 8, 1)
                + (512, "20", "nccl-tests"),
            ],
        )

    def test_attention_of_serving_engines(self):
        samples.aiconfigurator_sample(self.root)
        tables = aiconfigurator.convert(self.root)
        columns, rows = tables["attention_prefill"]
        self.assertEqual(columns, aiconfigurator.ATTENTION_COLUMNS)
        # all rows of a shape are kept, in milliseconds there and microseconds here; a prompt has no cache before it
        head = ("aic:a100_sxm/sglang/0.5.10/context_attention", "NVIDIA A100_SXM", "sglang", "0.5.10", "kernel")
        shape = ("bfloat16", "fp8", 2, 512, 512, 16, 4, 128)
        self.assertEqual(rows[:2], [(*head, *shape, 128, "250"), (*head, *shape, 128, "125")])
        self.assertEqual([row[9:] for row in rows if row[2] == "vllm"][-1], (512, 16, 4, 128, 0, "250"))
        self.assertEqual(len(rows), len(aiconfigurator.ATTENTIONS) + 2)
        # one new token after 1,023 that the cache holds sees 1,024
        self.assertEqual(
            tables["attention_decode"][1][-1],
            ("aic:l40s/vllm/0.24.0/generation_attention", "NVIDIA L40S", "vllm", "0.24.0", "kernel", "bfloat16")
            + ("bfloat16", 8, 1, 1024, 16, 4, 128, 0, "50"),
        )

    def test_a_file_of_attention_keeps_so_many_shapes(self):
        place = aiconfigurator.ATTENTIONS[0]
        folder = samples.aiconfigurator_sample(self.root) / place
        head = ["SGLANG", "1", "NVIDIA A100_SXM", "attention", "kernel"]
        rows = [[*head, 1, 16 * i, 8, 8, 64, 1, "bfloat16", "bfloat16", 0, 0.01] for i in range(1, 1001)]
        write(folder / "context_attention_perf.txt", AIC_ATTENTION, rows)
        kept = [row[8] for row in aiconfigurator.attention(self.root, "context_attention") if place in row[0]]
        self.assertEqual(len(kept), aiconfigurator.MOST_ATTENTIONS["context_attention"])
        self.assertEqual(kept, sorted(kept))
        self.assertGreater(max(kept), 16 * 900)

    def test_attention_of_another_form_is_refused(self):
        place = aiconfigurator.ATTENTIONS[0]
        file = samples.aiconfigurator_sample(self.root) / place / "generation_attention_perf.txt"
        named = f"ROOT/aiconfigurator/{aiconfigurator.DATA}/{place}/generation_attention_perf.txt"
        good = ["", "", "NVIDIA A100", "", "kernel", 8, 1, 16, 4, 128, 1, "bfloat16", "bfloat16", 1023, 0.05]
        for column, cell, why in (
            ("attn_dtype", "int4", "attn_dtype: got 'int4'; must be bfloat16, float16, fp8"),
            ("beam_width", 2, "beam_width: got '2'; must be 1"),
            ("step", -1, "step: got '-1'; must be a whole number > 0"),
            ("latency", 0, "latency: got '0'; must be a number > 0"),
        ):
            with self.subTest(column):
                row = [cell if name == column else value for name, value in zip(AIC_ATTENTION, good)]
                write(file, AIC_ATTENTION, [row])
                self.refused(aiconfigurator.convert, f"{named}: {why}")

    def test_another_format_of_collectives_is_refused(self):
        folder = samples.aiconfigurator_sample(self.root) / aiconfigurator.COLLECTIVES[0]
        write(folder / "nccl_perf.txt", AIC_NCCL, [["", "", "NVIDIA A100", "all_reduce", "", "fp8", 2, 256, 1]])
        self.refused(
            aiconfigurator.convert,
            f"ROOT/aiconfigurator/{aiconfigurator.DATA}/{aiconfigurator.COLLECTIVES[0]}/nccl_perf.txt: nccl_dtype: got "
            "'fp8'; must be half or int8",
        )

    def test_a_pointer_of_git_lfs_is_refused(self):
        folder = samples.aiconfigurator_sample(self.root) / aiconfigurator.GEMMS[0]
        (folder / "gemm_perf.txt").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
        self.refused(
            aiconfigurator.convert,
            f"ROOT/aiconfigurator/{aiconfigurator.DATA}/{aiconfigurator.GEMMS[0]}/gemm_perf.txt: a pointer of Git LFS; "
            "must be the file itself: install git-lfs and fetch again",
        )

    def test_without_serving_engines_there_are_no_such_tables(self):
        self.assertEqual(aiconfigurator.convert(self.root), {})

    def test_samples_depend_on_each_row_alone(self):
        rows = list(range(1000))
        kept = sample(rows, 100, key=str)
        self.assertEqual(len(kept), 100)
        self.assertEqual(kept, sorted(kept))
        half = sample(rows[:500], 100, key=str)
        self.assertLess({row for row in kept if row < 500}, set(half))  # what few of many are is among as many of few
        self.assertEqual(sample(rows, 2000, key=str), rows)

    def test_all_tables_are_written_or_none(self):
        samples.all_samples(self.root)
        words = ["--upstream", str(self.root), "--out", str(self.root / "out")]
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(public_tables.main(words), 0)
        self.assertEqual(said.getvalue().splitlines()[0], "all_reduce.csv: 4 rows")
        self.assertEqual(
            sorted(p.name for p in (self.root / "out").iterdir()),
            [
                "all_reduce.csv",
                "attention_decode.csv",
                "attention_prefill.csv",
                "collectives.csv",
                "gemm_deepbench.csv",
                "gemm_fp16_a100.csv",
                "gemm_fp32.csv",
                "gemm_k40.csv",
                "gemm_serving.csv",
                "ops_fp32.csv",
            ],
        )
        self.assertEqual(
            (self.root / "out/all_reduce.csv").read_text().splitlines()[:2],
            ["system,gpus,bytes,time_us", "A100 DGX (NVLink3),2,2048,10.5"],
        )
        (self.root / "clblas/doc/performance/cuBLAS_7.5/Tesla_K40/cublas_sgemm_8.csv").unlink()
        words[-1] = str(self.root / "none")
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(public_tables.main(words), 2)
        self.assertIn("cublas_sgemm_8.csv: [Errno 2] No such file or directory", said.getvalue())
        self.assertEqual(said.getvalue().count("\n"), 1)
        self.assertFalse((self.root / "none").exists())


if __name__ == "__main__":
    unittest.main()
