"""What perfmodel_record.py writes down in place of this machine's own operations. Needs PyTorch; skipped without."""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
HAS_TORCH = importlib.util.find_spec("torch") is not None
if HAS_TORCH:
    import perfmodel_record
    import torch


class WithoutTorch(unittest.TestCase):
    def run_without(self, code):
        code = "import sys; sys.modules['torch'] = None; sys.path.insert(0, 'python')\n" + code
        return subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, cwd=ROOT)

    def test_help_needs_none(self):
        start = "import runpy; runpy.run_path('python/perfmodel_record.py', run_name='__main__')"
        helped = self.run_without("sys.argv = ['perfmodel_record.py', '--help']\n" + start)
        self.assertEqual(helped.returncode, 0)
        self.assertIn("--batches", helped.stdout)
        asked = self.run_without("sys.argv = ['perfmodel_record.py', 'a.py:step', '--batches', 'a.py:b']\n" + start)
        self.assertEqual(asked.returncode, 2)
        self.assertEqual(asked.stderr, "perfmodel_record: this Python has no PyTorch; 2.1 or newer is needed\n")

    def test_a_program_that_imports_it_can_go_on(self):
        tried = self.run_without("try:\n    import perfmodel_record\nexcept ImportError as e:\n    print(e)")
        self.assertEqual(tried.stdout, "perfmodel_record: this Python has no PyTorch; 2.1 or newer is needed\n")


@unittest.skipUnless(HAS_TORCH, "no PyTorch")
class Record(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(pathlib.Path(folder.name) / "step.json")

    def operations(self, step, *shape):
        """Names of the operations of a step on one tensor, without its package and overload."""
        batches = [(torch.zeros(b, *shape),) for b in (2, 4)]
        document = perfmodel_record.record(step, path=self.path, batches=batches)
        return [e["op"].split(".")[1] for e in document["step"] if "op" in e]

    def evaluated(self, network, *shape, autocast=False):
        network.eval()

        def step(x):
            with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16, enabled=autocast):
                network(x)

        return self.operations(step, *shape)

    def test_an_encoder_layer_in_evaluation_takes_its_fast_path(self):
        layer = torch.nn.TransformerEncoderLayer(64, 4, 128, batch_first=True)
        found = self.evaluated(layer, 16, 64)
        self.assertIn("_scaled_dot_product_efficient_attention", found)
        self.assertNotIn("bmm", found)
        self.assertEqual(sum(n in ("addmm", "_addmm_activation") for n in found), 4)
        self.assertNotIn("_addmm_activation", self.evaluated(layer, 16, 64, autocast=True))

    def test_a_bias_is_added_in_place_where_the_input_is_turned(self):
        linear = torch.nn.Linear(16, 24)
        found = self.evaluated(linear, 8, 16)
        self.assertEqual((found.count("addmm"), found.count("add_")), (1, 0))

        class Turned(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = linear

            def forward(self, x):
                return self.inner(x.transpose(1, 2))

        found = self.evaluated(Turned(), 16, 8)
        self.assertEqual((found.count("add"), found.count("add_")), (0, 1))

    def test_gradients_of_parts_of_one_tensor_lie_in_one_tensor(self):
        def sizes(separate):
            layers = [torch.nn.Linear(64, 64) for _ in range(3)] if separate else [torch.nn.Linear(64, 192)]

            def step(x):
                parts = [f(x) for f in layers] if separate else layers[0](x).split(64, -1)
                q, k, v = (t.view(t.shape[0], -1, 4, 16).transpose(1, 2) for t in parts)
                perfmodel_record.attention_of_card(q, k, v).sum().backward()

            batches = [(torch.zeros(b, 8, 64),) for b in (2, 4)]
            document = perfmodel_record.record(step, path=self.path, batches=batches)
            backward = next(e for e in document["step"] if e.get("op", "").find("attention_backward") > 0)
            return len({t["s"] for t in backward["out"]})

        self.assertEqual((sizes(True), sizes(False)), (3, 1))

    def test_gradients_of_a_gather_are_added_in_place_into_zeros(self):
        linear = torch.nn.Linear(8, 8)

        def step(x):
            place = torch.zeros(x.shape[0], 3, dtype=torch.int64)
            y = linear(x)
            (y.gather(1, place) + y.max(1, keepdim=True).values).sum().backward()

        found = self.operations(step, 8)
        self.assertEqual([n for n in found if n.startswith("scatter")], ["scatter_", "scatter_add_"])

    def test_batch_norm_in_single_precision_takes_sequences_without_gaps(self):
        class Turned(torch.nn.Module):
            def __init__(self, affine):
                super().__init__()
                self.norm = torch.nn.BatchNorm1d(16, affine=affine)

            def forward(self, x):
                return self.norm(x.transpose(1, 2)).transpose(1, 2)

        self.assertEqual(self.evaluated(Turned(True), 8, 16).count("clone"), 1)
        self.assertEqual(self.evaluated(Turned(False), 8, 16).count("clone"), 0)

    def test_autocast_looks_at_parts_in_inference_mode(self):
        linear = torch.nn.Linear(16, 16)

        def step(x):
            with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
                linear(x).square()

        found = self.operations(step, 16)
        self.assertEqual(found[found.index("pow") - 1], "_to_copy")

    def test_a_softmax_with_masked_rows_keeps_its_result_alone(self):
        linear = torch.nn.Linear(16, 16)

        def step(x):
            perfmodel_record.SafeSoftmax.apply(linear(x)).square().sum().backward()

        found = self.operations(step, 16)
        self.assertLess(found.index("where"), found.index("_softmax_backward_data"))
        self.assertEqual((found.count("where"), found.count("isneginf")), (1, 1))

    def test_a_mask_whose_elements_lie_apart_is_taken_by_no_fused_kernel(self):
        linear = torch.nn.Linear(64, 64)

        def step(apart):
            def of(x):
                q = linear(x).view(x.shape[0], -1, 4, 16).transpose(1, 2)
                keys = torch.ones(x.shape[0], 1, 1, 1 if apart else q.shape[2], dtype=torch.bool)
                mask = keys.expand(-1, -1, q.shape[2], q.shape[2])
                perfmodel_record.attention_of_card(q, q, q, mask).sum().backward()

            return of

        found = self.operations(step(True), 8, 64)
        self.assertEqual((found.count("bmm"), found.count("_softmax")), (6, 1))
        self.assertFalse([n for n in found if n.startswith("_scaled_dot_product")])
        found = self.operations(step(False), 8, 64)
        self.assertNotIn("bmm", found)
        self.assertEqual(len([n for n in found if n.startswith("_scaled_dot_product")]), 2)

    def test_programs_that_ask_are_told_that_a_compiler_traces_them(self):
        if not perfmodel_record.places_that_ask():
            self.skipTest("this PyTorch has no torch.compiler")
        linear, in_backward = torch.nn.Linear(8, 8), []

        def step(x):
            y = linear(x)
            y.register_hook(lambda _: in_backward.append(torch.compiler.is_compiling()))
            (y.exp() if torch.compiler.is_compiling() else y).sum().backward()

        def names(compiled):
            batches = [(torch.zeros(b, 8),) for b in (2, 4)]
            document = perfmodel_record.record(step, path=self.path, batches=batches, compiled=compiled)
            return [e["op"] for e in document["step"] if "op" in e], document["notes"]

        (eager, said), (traced, noted) = names(False), names(True)
        self.assertNotIn("aten.exp.default", eager)
        self.assertIn("aten.exp.default", traced)
        self.assertEqual((len(said), len(noted)), (0, 1))
        self.assertFalse(any(in_backward))

    def test_a_connectionist_loss_is_recorded_with_its_longest_labels(self):
        linear = torch.nn.Linear(16, 29)

        def step(x, labels, reduction="mean"):
            logs, n = linear(x).log_softmax(2).transpose(0, 1), labels.shape[0]
            lengths = tuple(range(12 - n + 1, 13))
            torch.nn.functional.ctc_loss(logs, labels, (50,) * n, lengths, reduction=reduction).backward()

        batches = [(torch.zeros(b, 50, 16), torch.ones(b, 14, dtype=torch.int64)) for b in (2, 4)]
        document = perfmodel_record.record(step, path=self.path, batches=batches)
        events = {e["op"].split(".")[1]: e for e in document["step"] if "op" in e}
        losses, states = events["_ctc_loss"]["out"]
        self.assertEqual(losses["shape"], [{"at": [2, 4]}])
        self.assertEqual(states["shape"], [{"at": [2, 4]}, 50, 2 * 12 + 1])
        gradient = events["_ctc_loss_backward"]["out"][0]
        self.assertEqual(gradient["shape"], [50, {"at": [2, 4]}, 29])
        self.assertEqual(gradient["strides"], [{"at": [58, 116]}, 29, 1])

    def test_a_recurrent_layer_fills_its_result_with_time_first(self):
        cells, head = torch.nn.GRU(8, 8, batch_first=True), torch.nn.Linear(8, 8)
        found = self.operations(lambda x: head(cells(x)[0]).sum().backward(), 6, 8)
        self.assertIn("clone", found[found.index("_cudnn_rnn") : found.index("_cudnn_rnn_backward")])

    def test_the_gradient_of_a_product_divides(self):
        linear = torch.nn.Linear(16, 16)
        found = self.operations(lambda x: linear(x).unflatten(1, (4, 4)).prod(1).sum().backward(), 16)
        self.assertIn("div", found)
        self.assertNotIn("cumprod", found)

    def test_a_check_of_all_values_goes_on_any_other_reads_nothing(self):
        linear = torch.nn.Linear(16, 16)

        def step(x):
            y = linear(x)
            if not (y > 0).all():
                raise ValueError("not positive")
            if (y > 0).any():
                y = y.exp()
            torch.distributions.Normal(y, y.square()).log_prob(x).mean().backward()

        found = self.operations(step, 16)
        # distributions check their values by one of the two, depending on the release
        self.assertGreaterEqual(found.count("all") + found.count("_is_all_true"), 3)
        self.assertNotIn("exp", found)

    def test_committed_recordings_are_those_of_their_programs(self):
        if not torch.__version__.startswith("1.13"):
            self.skipTest("recorded with PyTorch 1.13")
        for name in ("fully_connected_step", "recurrent_step", "small_step", "transformer_step"):
            program = ROOT / "tests" / "recording" / f"{name}.py"
            arguments = [f"{program}:step", "--batches", f"{program}:batches", "--path", self.path]
            subprocess.run([sys.executable, ROOT / "python" / "perfmodel_record.py", *arguments], check=True)
            with open(self.path) as new, open(program.with_suffix(".json")) as old:
                self.assertEqual(json.load(new), json.load(old), name)


if __name__ == "__main__":
    unittest.main()
