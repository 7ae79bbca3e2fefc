"""A number in pricing or lowering that no reader can explain by itself belongs to data/ (docs/reference/constants.md).

Counted are literals of the headers other than field lists (fields.hpp, *_fields.hpp), which are data's own. A literal
needs no reason where it is 0, 1, 2 or a half, a whole number up to 4 (dimensions, elements of a list), or a size of
formats (8, 16, 32 and 64 bits; bytes of a float, 4.0 and 8.0). All others are counted here, by file, with what they
are. The counts may only fall: who takes a number out of a file lowers its count.
"""
import re
import unittest

from length_test import without_text
from tools import ROOT

FOLDERS = ("include/perfmodel/pricing", "include/perfmodel/lowering", "include/perfmodel/timeline")

NUMBER = re.compile(
    r"(?<![\w.])(?:0x[0-9a-f.']+(?:p\d+)?|0b[01']+|(?:\d[\d']*\.?\d*|\.\d+)(?:e[-+]?\d+)?)[ulfz]*", re.IGNORECASE
)
WHOLE = {0, 1, 2, 3, 4, 8, 16, 32, 64}
REAL = {0.0, 0.5, 1.0, 2.0, 4.0, 8.0}

SOURCES = (
    "blocks, tiles and thresholds of libraries' kernels, from their sources, names and what they were seen to choose"
)
SIZES = "how many enumerators, rows or elements there are"
PACKING = "bits of the words that trees are packed in"
NUMERICS = "what a search tries"
REASONS = {
    "include/perfmodel/lowering/choice_packing.hpp": (1, PACKING),
    "include/perfmodel/lowering/choice_tree.hpp": (2, PACKING),
    "include/perfmodel/lowering/aligned_loss.hpp": (5, SOURCES),
    "include/perfmodel/lowering/indexing.hpp": (9, SOURCES),
    "include/perfmodel/lowering/operand_access.hpp": (1, SOURCES),
    "include/perfmodel/lowering/pooling.hpp": (4, SOURCES),
    "include/perfmodel/lowering/recurrent.hpp": (14, SOURCES),
    "include/perfmodel/lowering/reduction_launch.hpp": (3, SOURCES),
    "include/perfmodel/lowering/sorting.hpp": (2, SOURCES),
    "include/perfmodel/lowering/table.hpp": (1, SIZES),
    "include/perfmodel/pricing/attention/model.hpp": (
        4,
        "rows of an instruction, classes of head sizes, five products backward for two forward",
    ),
    "include/perfmodel/pricing/attention/single_query.hpp": (8, SOURCES),
    "include/perfmodel/pricing/attention/table.hpp": (2, SIZES),
    "include/perfmodel/pricing/attention/tiling.hpp": (14, SOURCES),
    "include/perfmodel/pricing/clock.hpp": (
        5,
        "steps and bounds of Newton's method; energies are stated for 16 and 32 bits",
    ),
    "include/perfmodel/pricing/collective/table.hpp": (1, SIZES),
    "include/perfmodel/pricing/constants_fingerprint.hpp": (12, "what is asked for a fingerprint, and its rounding"),
    "include/perfmodel/pricing/convolution/choice_packing.hpp": (4, PACKING),
    "include/perfmodel/pricing/convolution/engine_choice.hpp": (
        14,
        "what a filter leaves of tiles of 16, 32 and 64; sizes of tiles and words",
    ),
    "include/perfmodel/pricing/convolution/engines.hpp": (
        12,
        "tiles in the names of kernels, sizes of transforms, kernels that a run has",
    ),
    "include/perfmodel/pricing/convolution/grouped.hpp": (11, SOURCES),
    "include/perfmodel/pricing/convolution/kernel_choice.hpp": (
        17,
        "features that trees ask for; sizes between which cuDNN's kernels of planes change",
    ),
    "include/perfmodel/pricing/convolution/kernels.hpp": (
        29,
        "tiles in the names of kernels, parts of sums that trees tell apart",
    ),
    "include/perfmodel/pricing/convolution/known_kernel.hpp": (2, SOURCES),
    "include/perfmodel/pricing/convolution/layout.hpp": (1, SIZES),
    "include/perfmodel/pricing/convolution/model.hpp": (2, "products of Winograd's transforms"),
    "include/perfmodel/pricing/convolution/products.hpp": (17, SOURCES),
    "include/perfmodel/pricing/convolution/routes.hpp": (1, SIZES),
    "include/perfmodel/pricing/convolution/time.hpp": (1, "a version"),
    "include/perfmodel/pricing/convolution/workspace.hpp": (2, SOURCES),
    "include/perfmodel/pricing/gemm/choice_packing.hpp": (5, PACKING),
    "include/perfmodel/pricing/gemm/configuration_time.hpp": (
        4,
        "CUTLASS's groups of tiles; what counts as hidden; a tangent",
    ),
    "include/perfmodel/pricing/gemm/family.hpp": (5, SIZES),
    "include/perfmodel/pricing/gemm/kernel_choice.hpp": (49, "parts of K and features that trees tell apart"),
    "include/perfmodel/pricing/gemm/lanes.hpp": (6, "rounding of single precision; angles"),
    "include/perfmodel/pricing/gemm/library.hpp": (4, "versions"),
    "include/perfmodel/pricing/gemm/model.hpp": (1, "a protocol: repetitions of an isolated timing"),
    "include/perfmodel/pricing/gemm/padding.hpp": (5, "what counts as advice; which dimensions are tried"),
    "include/perfmodel/pricing/gemm/problem.hpp": (6, "classes of alignment, tiles of a bias"),
    "include/perfmodel/pricing/gemm/split_candidates.hpp": (2, NUMERICS),
    "include/perfmodel/pricing/gemm/tile_search.hpp": (2, "the tile that waves are counted in"),
    "include/perfmodel/pricing/gemm/tile_terms.hpp": (1, "rates are stated for 16 bits"),
    "include/perfmodel/pricing/gemm/tiling.hpp": (2, "classes of alignment"),
    "include/perfmodel/pricing/prediction.hpp": (1, SIZES),
    "include/perfmodel/pricing/recurrent/table.hpp": (1, SIZES),
    "include/perfmodel/pricing/streaming/batch_norm.hpp": (11, SOURCES),
    "include/perfmodel/pricing/streaming/geometry.hpp": (18, SOURCES),
    "include/perfmodel/pricing/streaming/instructions.hpp": (7, SOURCES),
    "include/perfmodel/pricing/streaming/model.hpp": (3, SIZES),
    "include/perfmodel/pricing/streaming/placing.hpp": (2, SOURCES),
    "include/perfmodel/pricing/streaming/transforms.hpp": (2, SOURCES),
    "include/perfmodel/pricing/streaming/walk_constants.hpp": (4, SIZES),
    "include/perfmodel/timeline/operation_prices.hpp": (1, SIZES),
    "include/perfmodel/timeline/step_lanes.ipp": (1, "steps until a schedule repeats"),
    "include/perfmodel/timeline/timeline.hpp": (1, "phases of a step"),
    "include/perfmodel/timeline/timeline.ipp": (1, "steps until a schedule repeats"),
}


def value(literal):
    """(number, whether it is written as a whole one)."""
    text = literal.replace("'", "").lower()
    if text.startswith("0x"):
        text = text.rstrip("ulz")
        return (float.fromhex(text), False) if "p" in text else (int(text, 16), True)
    text = text.rstrip("ulzf")
    if text.startswith("0b"):
        return int(text, 2), True
    return (float(text), False) if re.search(r"[.e]", text) else (int(text), True)


def needs_reason(literal):
    number, whole = value(literal)
    return number not in (WHOLE if whole else REAL)


def unexplained(source):
    """Literals that need a reason, in their order."""
    return [match[0] for match in NUMBER.finditer(without_text(source)) if needs_reason(match[0])]


def counts(folders):
    found = {
        str(path.relative_to(ROOT)): len(unexplained(path.read_text(encoding="utf-8")))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.?pp"))
        if path.suffix in {".hpp", ".ipp"} and not path.name.endswith("fields.hpp")
    }
    return {path: count for path, count in found.items() if count > 0}


class Numbers(unittest.TestCase):
    def test_literals_that_need_a_reason_are_found(self):
        source = """
        #include <array>  // 77
        constexpr double share = 0.28, whole = 1.0, half = .5, half_life = 5e-6;
        static_assert(sizeof(int) == 4 && x1 == y2 && 1'000 > 0x7f && mask == 0b101);  // 99
        const char* text = "12 of 13";  constexpr auto countable = 0x1p53;
        std::array<double, 7> list{0.4F, 3U, 8.0, 16.0};
        """
        self.assertEqual(unexplained(source), ["0.28", "5e-6", "1'000", "0x7f", "0b101", "0x1p53", "7", "0.4F", "16.0"])

    def test_every_number_is_explained(self):
        allowed = {path: count for path, (count, _) in REASONS.items()}
        more = {path: count for path, count in counts(FOLDERS).items() if count > allowed.get(path, 0)}
        self.assertEqual(more, {}, "numbers belong to data/: docs/reference/constants.md")

    def test_the_list_is_no_longer_than_the_code_needs(self):
        found = counts(FOLDERS)
        stale = {path: found.get(path, 0) for path, (count, _) in REASONS.items() if found.get(path, 0) < count}
        self.assertEqual(stale, {}, "lower the counts")


if __name__ == "__main__":
    unittest.main()
