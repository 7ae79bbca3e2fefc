"""The Python package against the command line: the same questions, the same answers."""
import dataclasses
import importlib.util
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy

import perfmodel

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORK = "fcnn:layers=2,hidden=512,inputs=256,outputs=128"


def plan(*arguments):
    done = subprocess.run(
        [os.environ["PERFMODEL_PLAN"], *arguments], capture_output=True, text=True, cwd=ROOT, check=True
    )
    return done.stdout


class Package(unittest.TestCase):
    def test_estimate_is_what_layers_and_predict_say(self):
        for network, precision, mode in ((NETWORK, "tf32", "train"), ("gpt2-124m:seq=64", "amp_bf16", "infer")):
            words = ["-d", "A100-SXM4-40GB", "-b", "32", "-p", precision, "--mode", mode, "--json"]
            said = json.loads(plan("layers", network, *words))
            recipe = perfmodel.Recipe(batch=32, precision=precision, mode=mode)
            step = perfmodel.estimate(network, "A100-SXM4-40GB", recipe)
            # a step that follows others takes over their workspaces, which `layers` shows: a part in a thousand
            self.assertLess(abs(step.step_s * 1e6 / said["step_us"] - 1.0), 2e-3)
            self.assertEqual(step.bound, said["bound"])
            self.assertEqual(step.fits, said["fits"])
            memory = json.loads(plan("memory", network, *words))
            self.assertEqual(step.peak_reserved_bytes, memory["peak_reserved_bytes"])
            self.assertEqual(step.peak_allocated_bytes, memory["peak_allocated_bytes"])

    def test_recommend_is_what_recommend_says_as_typed(self):
        words = ["-d", "T4,A100-SXM4-40GB", "-b", "64,1024", "-p", "fp32,amp_fp16", "--as-is", "--every", "--json"]
        said = json.loads(plan("recommend", NETWORK, *words, "--max-gpus", "2"))["options"]
        found = perfmodel.recommend(
            NETWORK, ["T4", "A100-SXM4-40GB"], batches=[64, 1024], precisions=["fp32", "amp_fp16"], max_gpus=2
        )
        self.assertEqual(len(found), len(said))
        for option, other in zip(found, said):
            self.assertEqual(
                (option.device, option.gpus, option.batch, option.precision),
                (other["device"], other["gpus"], other["batch"], other["precision"]),
            )
            self.assertAlmostEqual(option.step_s * 1e6 / other["step_us"], 1.0, places=9)
            self.assertAlmostEqual(option.energy_j / other["energy_j"], 1.0, places=9)

    def test_sweep_is_what_sweep_says(self):
        said = json.loads(plan("sweep", NETWORK, "-d", "T4,A10", "-b", "64,128", "-p", "fp32,tf32", "--json"))
        grid = perfmodel.sweep(NETWORK, ["T4", "A10"], [64, 128], ["fp32", "tf32"])
        self.assertEqual(grid.step_s.shape, (1, 2, 2, 2))
        for row in said:
            at = (0, grid.devices.index(row["device"]), grid.precisions.index(row["precision"]))
            cell = grid.step_s[at][grid.batches.index(row["batch"])]
            if row["step_us"] is None:  # a T4 has no TF32
                self.assertTrue(numpy.isnan(cell))
            else:
                self.assertLess(abs(cell * 1e6 / row["step_us"] - 1.0), 1e-5)  # printed with six digits

    def test_other_threads_run_during_a_sweep(self):
        counts = []
        stop = threading.Event()

        def count():
            done = 0
            while not stop.is_set():
                done += 1
                time.sleep(0.001)
            counts.append(done)

        counter = threading.Thread(target=count)
        counter.start()
        begin = time.perf_counter()
        perfmodel.sweep(["resnet50", "bert-base"] * 20, "H100-SXM5-80GB", [2**i for i in range(8)], "amp_bf16")
        elapsed = time.perf_counter() - begin
        stop.set()
        counter.join()
        if elapsed < 0.05:
            self.skipTest("the sweep was over at once")
        self.assertGreater(counts[0], 3)

    def test_sweeps_in_threads_give_what_one_gives(self):
        alone = perfmodel.sweep(NETWORK, "T4", [64, 128]).step_s
        results = [None] * 4

        def run(i):
            results[i] = perfmodel.sweep(NETWORK, "T4", [64, 128]).step_s

        threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            numpy.testing.assert_array_equal(result, alone)

    def test_wrong_input_is_a_value_error_that_says_what_is_accepted(self):
        self.assertTrue(issubclass(perfmodel.Error, ValueError))
        for call, text in (
            (lambda: perfmodel.Network("resnet5"), "resnet50"),
            (lambda: perfmodel.Device("H2000"), "H200"),
            (lambda: perfmodel.estimate(NETWORK, "T4", perfmodel.Recipe(batch=0)), "batch"),
            (lambda: perfmodel.estimate(NETWORK, "T4", perfmodel.Recipe(precision="fp12")), "precision"),
            (lambda: perfmodel.recommend(NETWORK, "T4", by="luck"), "must be one of"),
        ):
            with self.assertRaises(perfmodel.Error) as caught:
                call()
            self.assertIn(text, str(caught.exception))

    def test_what_is_exported_has_types_and_a_docstring(self):
        for name in perfmodel.__all__:
            found = getattr(perfmodel, name)
            self.assertTrue(found.__doc__)
            if inspect.isfunction(found):
                self.assertEqual(set(found.__annotations__), {*inspect.signature(found).parameters, "return"})
                for parameter in inspect.signature(found).parameters:
                    self.assertIn(f"`{parameter}`", found.__doc__, name)
            elif dataclasses.is_dataclass(found):
                inherited = {f.name for base in found.__mro__[1:-1] for f in dataclasses.fields(base)}
                for field in {f.name for f in dataclasses.fields(found)} - inherited:
                    self.assertIn(f"`{field}`", found.__doc__, name)

    def test_a_host_is_one_of_the_command_line(self):
        words = ["-d", "T4", "-b", "32", "-p", "fp32", "--json"]
        recipe = perfmodel.Recipe(batch=32)
        for host, typed in ((None, []), ("crowded-virtual-machine", ["--host", "crowded-virtual-machine"])):
            said = json.loads(plan("layers", NETWORK, *words, *typed))
            step = perfmodel.estimate(NETWORK, "T4", recipe, host=host)
            self.assertLess(abs(step.host_s * 1e6 / said["host_us"] - 1.0), 2e-3)  # as estimate beside layers above
            self.assertAlmostEqual(step.host_of_interval, said["host_of_interval"], places=2)
        with self.assertRaises(perfmodel.Error) as caught:
            perfmodel.estimate(NETWORK, "T4", recipe, host="fast")
        self.assertIn("quiet-server", str(caught.exception))
        with self.assertRaises(perfmodel.Error):
            perfmodel.estimate(NETWORK, "T4", recipe, host="quiet-server", host_scale=1.0)

    def test_without_pytorch_from_torch_is_an_import_error(self):
        code = (
            "import sys; sys.modules['torch'] = None\nimport perfmodel\n"
            "try:\n    perfmodel.from_torch(print, [])\nexcept ImportError as e:\n    print(e)"
        )
        tried = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True)
        self.assertEqual(tried.stdout, "perfmodel_record: this Python has no PyTorch; 2.1 or newer is needed\n")

    def test_the_version_is_the_command_lines(self):
        self.assertEqual("perfmodel-plan " + perfmodel.__version__, plan("--version").strip())

    def test_onnx_files_are_left_to_the_command_line(self):
        for text in ("onnx:model.bin", "model.onnx", "folder/model.onnx,seq=128"):
            with self.assertRaises(perfmodel.Error) as caught:
                perfmodel.Network(text)
            self.assertIn("perfmodel-plan", str(caught.exception))

    @unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
    def test_a_module_and_a_step_of_pytorch_become_networks(self):
        import torch

        module = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.ReLU(), torch.nn.Linear(32, 4))
        optimizer = torch.optim.SGD(module.parameters(), lr=0.1)

        def step(inputs, labels):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(module(inputs), labels).backward()
            optimizer.step()

        batches = [(torch.zeros(n, 16), torch.zeros(n, dtype=torch.int64)) for n in (8, 16)]
        training = perfmodel.from_torch(step, batches)
        inference = perfmodel.from_torch(module, [inputs[:1] for inputs in batches])
        recipe = perfmodel.Recipe(batch=64)
        times = [perfmodel.estimate(network, "T4", recipe).host_s for network in (training, inference)]
        self.assertEqual(training.parameters, 16 * 32 + 32 + 32 * 4 + 4)
        self.assertGreater(times[0], 2.0 * times[1])  # a backward pass runs each product twice

    def test_notebooks_get_a_table_and_a_chart(self):
        grid = perfmodel.sweep(NETWORK, ["T4", "A10"], [64, 128], ["fp32", "tf32"])
        rows = grid.rows()
        self.assertEqual(len(rows), 6)  # a T4 has no TF32
        self.assertEqual(rows[0]["step_s"], grid.step_s[0, 0, 0, 0])
        best = perfmodel.recommend(NETWORK, ["T4", "A10"], batches=[64, 128], precisions="fp32")
        self.assertEqual(grid.chart("power_w")["data"]["values"][0]["power_w"], rows[0]["power_w"])
        self.assertEqual(len(best.chart()["data"]["values"]), len(best))
        for result, text in ((grid, "T4 fp32"), (best, "1 x A10, batch 128, fp32")):
            shown = result._repr_mimebundle_(include=None, exclude=None)
            self.assertEqual(set(shown), {"text/html", "application/vnd.vegalite.v5+json"})
            self.assertIn(text, json.dumps(shown["application/vnd.vegalite.v5+json"]))
            self.assertIn("<td>A10</td>", shown["text/html"])
        cells = re.findall(r"<td>([^<]*)</td>", perfmodel.estimate(NETWORK, "A10")._repr_html_())
        for cell in cells:  # no 17 digits
            self.assertLessEqual(len(re.sub(r"\D", "", cell).lstrip("0")) if "." in cell else 0, 4, cell)
        for value in best.chart()["data"]["values"]:
            self.assertLess(value["low"], value["samples/s"])
            self.assertLess(value["samples/s"], value["high"])

    def test_recorded_networks_are_read(self):
        network = perfmodel.Network(f"recorded:{ROOT}/tests/recording/fully_connected_step.json")
        step = perfmodel.estimate(network, "H200-SXM", perfmodel.Recipe(batch=256))
        self.assertGreater(step.step_s, 0.0)
        self.assertIn("<table>", step._repr_html_())
        text = (ROOT / "tests/recording/small_step.json").read_text().replace("aten.gelu.default", "mine.odd.default")
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "odd.json").write_text(text)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                perfmodel.Network(f"recorded:{folder}/odd.json")
        self.assertIn("mine.odd.default (1 times) is no operation that is known here", str(caught[0].message))


if __name__ == "__main__":
    unittest.main()
