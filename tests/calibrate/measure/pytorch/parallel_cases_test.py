"""parallel_cases.py: what is drawn can be run on the machine, and is a row of `predict step`."""
import csv
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "calibrate" / "measure" / "pytorch"))
import parallel_busy_cases as busy  # noqa: E402
import parallel_cases as cases  # noqa: E402
import parallel_other_cases as others  # noqa: E402

KINDS = {"one", "ddp", "fsdp", "tp", "tp_by_hand", "tp+fsdp", "tp_by_hand+ddp", "cp+ddp", "cp+fsdp", "ep+ddp", "pp"}


def wide(seeds, gpus):
    return [case for seed in seeds for case in cases.wide_cases_of(seed, gpus)]


class DrawnCases(unittest.TestCase):
    def test_ranks_divide_machine_and_network(self):
        for case in wide(range(8, 30), 4):
            with self.subTest(case=case):
                self.assertEqual(4 % case.gpus, 0)
                base, options = cases.options_of(case.network)
                if base != "hf":
                    continue
                sizes = cases.config(case.network[3:].split(",")[0])
                self.assertEqual(options["seq"] % (2 * case.cp), 0)
                self.assertEqual(sizes["num_key_value_heads"] % case.tp, 0)
                self.assertEqual(sizes.get("num_local_experts", case.ep) % case.ep, 0)
                self.assertGreaterEqual(sizes["num_hidden_layers"], case.pp * case.virtual_stages)
                if case.pp > 1:  # as many passes as stages at least, in whole rounds
                    self.assertEqual(case.batch % (case.micro_batch * case.pp), 0)

    def test_every_kind_comes_with_every_seed_and_early(self):
        for seed in range(8, 16):
            drawn = cases.wide_cases_of(seed, 4)
            self.assertEqual({case.strategy for case in drawn}, KINDS)
            parts = {word for case in drawn[:6] for word in case.strategy.split("+")}
            self.assertLessEqual({"one", "tp", "pp", "ep"} | {"cp"}, parts)
            self.assertEqual({case.row()["held_out"] for case in drawn}, {seed % 2})

    def test_other_cases_can_be_run_on_two(self):
        drawn = [case for seed in range(31, 60) for case in others.other_cases_of(seed, 2)]
        for case in drawn:
            with self.subTest(case=case):
                self.assertIn(case.gpus, (1, 2))
                self.assertGreaterEqual(case.passes, 1)
                base, options = cases.options_of(case.network)
                if base != "hf":
                    continue
                sizes = cases.config(case.network[3:].split(",")[0])
                self.assertEqual(options["seq"] % (2 * case.cp), 0)
                self.assertEqual(sizes.get("num_key_value_heads", case.tp) % case.tp, 0)
                self.assertEqual(sizes.get("num_local_experts", case.ep) % case.ep, 0)
                if case.pp > 1:
                    self.assertGreaterEqual(sizes["num_hidden_layers"], case.pp * case.virtual_stages)
                    self.assertEqual(case.batch % (case.micro_batch * case.pp), 0)
        kinds = {case.strategy for case in others.other_cases_of(35, 2)}
        self.assertLessEqual({"one", "ddp", "fsdp", "tp", "tp_by_hand", "ep+ddp", "pp"}, kinds)
        self.assertEqual({case.blocks_at_once for case in drawn}, {0, 1, 2, 3, 4, 5})
        self.assertEqual({case.passes for case in drawn}, {1, 3})

    def test_busy_cases_join_kinds_and_can_be_run_on_four(self):
        drawn = busy.busy_cases_of(4)
        for case in drawn:
            with self.subTest(case=case):
                self.assertIn(case.gpus, (1, 2, 4))
                if not case.network.startswith("hf:"):
                    continue
                sizes = cases.config(case.network[3:].split(",")[0])
                self.assertEqual(cases.options_of(case.network)[1]["seq"] % (2 * case.cp), 0)
                self.assertEqual(sizes["num_key_value_heads"] % case.tp, 0)
                self.assertEqual(sizes.get("num_local_experts", case.ep) % case.ep, 0)
                self.assertGreaterEqual(sizes["num_hidden_layers"], case.pp * case.virtual_stages)
                if case.pp > 1:
                    self.assertEqual(case.batch % (case.micro_batch * case.dp * case.pp), 0)
        strategies = {case.strategy for case in drawn}
        self.assertLessEqual(KINDS | {"pp+ddp", "pp+tp_by_hand"}, strategies)
        with open(ROOT / "data" / "raw" / "h200-sxm" / "parallel_busy.csv") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        said = ("network", "batch", "precision", "optimizer", "dp", "tp", "zero", "strategy")
        measured = [tuple(row[name] for name in said) for row in rows]
        self.assertEqual(measured, [tuple(str(case.row()[name]) for name in said) for case in drawn])

    def test_seeds_differ_and_come_again(self):
        self.assertEqual(wide([8], 4), wide([8], 4))
        self.assertNotEqual([c.network for c in wide([8], 4)], [c.network for c in wide([9], 4)])

    def test_the_first_cases_are_still_those_that_were_measured(self):
        path = ROOT / "data" / "raw" / "h100-sxm5-80gb" / "parallel_steps.csv"
        with open(path) as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        said = ("network", "batch", "precision", "optimizer", "dp", "tp", "zero", "strategy", "seed")
        measured = {tuple(row[name] for name in said) for row in rows}
        drawn = {tuple(str(c.row()[name]) for name in said) for seed in range(8) for c in cases.cases_of(seed)}
        self.assertGreater(len(measured), 100)
        self.assertLessEqual(measured, drawn)

    def test_other_cases_are_still_those_that_were_measured(self):
        with open(ROOT / "data" / "raw" / "h200-sxm" / "parallel_others.csv") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        said = ("network", "batch", "precision", "optimizer", "dp", "tp", "zero", "strategy", "seed")
        measured = [tuple(row[name] for name in said) for row in rows]
        cases_drawn = [case for seed in (35, 61) for case in others.other_cases_of(seed, 2)]
        drawn = [tuple(str(case.row()[name]) for name in said) for case in cases_drawn]
        self.assertEqual(measured, drawn[: len(measured)])


if __name__ == "__main__":
    unittest.main()
