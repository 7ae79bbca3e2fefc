"""A function of over 40 lines, or a header of over 300, says more than one thing, unless there is a reason.

Counted are the lines between a function's braces. Functions that are one list (a table of rows or constants) and
programs that run on a measured card alone are named here with their reason.
"""
import re
import unittest

from tools import ROOT

FOLDERS = ("include", "plan", "calibrate", "bench", "python")
FUNCTION, HEADER = 40, 300

LIST = "one list: a row an entry"
ON_A_CARD = "runs on a measured card alone, where a change of order changes what is measured"
LONG_FUNCTIONS = {
    "include/perfmodel/json/layer_json.ipp: layer_types": LIST,
    "include/perfmodel/recording/operations.hpp: add_functions": LIST,
    "include/perfmodel/pricing/convolution/kernel_choice.hpp: convolution_features": LIST,
    "include/perfmodel/pricing/streaming/geometry.hpp: geometry_of": LIST,
    "include/perfmodel/pricing/streaming/geometry.hpp: shape_of": LIST,
    "calibrate/fit/attention_priors.hpp: make_attention": LIST,
    "include/perfmodel/pricing/streaming/instructions.hpp: instruction_cycles": LIST,
    "plan/onnx/infer.cpp: keeps_shape": LIST,
    "plan/onnx/operators.hpp: elementwise_costs": LIST,
    "calibrate/fit/gemm_priors.hpp: hopper_fp32": LIST,
    "calibrate/fit/gemm_priors.hpp: make": LIST,
    "calibrate/fit/random_elements.hpp: random_function": LIST,
    "calibrate/fit/streaming_priors.hpp: instructions": LIST,
    "calibrate/fit/streaming_priors.hpp: make_streaming": LIST,
    "calibrate/fit/walk_priors.hpp: walks": LIST,
    "calibrate/measure/cuda/bandwidth.cu: measure_bandwidth": ON_A_CARD,
    "calibrate/measure/cuda/blas_call.cpp: LtProblem::LtProblem": ON_A_CARD,
    "calibrate/measure/cuda/nvml.cpp: Nvml::facts": ON_A_CARD,
    "calibrate/measure/cuda/timer.cu: Timer::time": ON_A_CARD,
    "calibrate/measure/nccl/collectives.cpp: run_cases": ON_A_CARD,
    "calibrate/measure/torch/attention_ops.cpp: measure_attention": ON_A_CARD,
    "calibrate/measure/torch/fcnn/host_mode.hpp: host_mode": ON_A_CARD,
    "calibrate/measure/torch/fcnn/memory_modes.hpp: max_batch_mode": ON_A_CARD,
    "calibrate/measure/torch/streaming_ops.cpp: image_ops": ON_A_CARD,
    "calibrate/measure/torch/streaming_ops.cpp: optimizer_ops": ON_A_CARD,
    "calibrate/measure/torch/torch_case.cpp: run_torch_cases": ON_A_CARD,
}
CLASS = "one class, whose functions share its state"
GROWN = "the rows of one kind of table or record, each a few lines"
LONG_HEADERS = {
    "calibrate/measure/convolution_draw.hpp": "one kind of draw after the other",
    "include/perfmodel/data/cublas_choices.hpp": "generated",
    "include/perfmodel/data/cudnn_choices.hpp": "generated",
    "include/perfmodel/json/table_json.hpp": CLASS,
    "include/perfmodel/layer/mixture_of_experts.ipp": "one layer, forward and backward",
    "include/perfmodel/measurement/operation_table.ipp": GROWN,
    "include/perfmodel/memory/allocator.hpp": CLASS,
    "include/perfmodel/network/named.ipp": GROWN,
    "include/perfmodel/parallel/card_trace.ipp": CLASS,
    "include/perfmodel/perfmodel.hpp": "a list",
    "include/perfmodel/planner/stage_cost.ipp": "one sum, part by part",
    "include/perfmodel/planner/stage_traces.ipp": CLASS,
    "include/perfmodel/planner/trace_change.ipp": "one change of a trace after the other",
    "include/perfmodel/pricing/convolution/products.hpp": GROWN,
    "include/perfmodel/pricing/streaming/geometry.hpp": GROWN,
    "include/perfmodel/recording/operations.hpp": GROWN,
    "include/perfmodel/step/recorded_step.ipp": CLASS,
    "include/perfmodel/trace/trace_writer.hpp": CLASS,
    "calibrate/fit/gemm_data.hpp": GROWN,
    "calibrate/fit/gemm_priors.hpp": LIST,
    "calibrate/measure/cuda/gemm_cases.hpp": GROWN,
}


def without_text(source):
    """The source with comments, strings, characters and preprocessor lines blank, line by line."""
    parts = (
        r"//[^\n]*",
        r"/\*.*?\*/",
        r'R"\((?:.|\n)*?\)"',
        r'"(?:\\.|[^"\\\n])*"',
        r"(?<![0-9])'(?:\\.|[^'\\\n])+'",
        r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
    )
    pattern = "|".join(parts)
    return re.sub(pattern, lambda m: "\n" * m[0].count("\n"), source, flags=re.M | re.S)


# A member's braces in a constructor's list: "Holder(int x) : first(x), second".
MEMBER = re.compile(r"\)\s*(noexcept\s*)?:(?!:)[^;]*[\w>]$")


def functions(source):
    """(lines, name) of each function with a body."""
    found, open_braces, head, line = [], [], "", 1
    for character in without_text(source):
        line += character == "\n"
        if character == "{":
            words = " ".join(head.split())
            if head.count("(") > head.count(")") or MEMBER.search(words):  # braces of a value, inside the head
                open_braces.append(("value", line, head))
                head = ""
                continue
            inside = any(kind == "function" for kind, _, _ in open_braces)
            starts = "(" in words and not words.endswith("=") and not re.search(r"\b(namespace|enum)\b", words)
            is_type = re.match(r"(template ?<.*> ?)?(struct|class|union)\b[^()]*(:|$)", words)
            kind = "function" if starts and not inside and not is_type else "other"
            open_braces.append((kind, line, words))
            head = ""
        elif character == "}":
            kind, first, words = open_braces.pop() if open_braces else ("other", line, "")
            if kind == "function":
                name = re.search(r"([~\w:]+) ?\(", re.sub(r"\[\[.*?\]\]", "", words))
                found.append((line - first - 1, name[1] if name else words))
            head = words + "{}" if kind == "value" else ""
        elif character == ";":
            head = ""
        else:
            head += character
    return found


def long_functions(folders):
    return {
        f"{path.relative_to(ROOT)}: {name}": lines
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".hpp", ".ipp", ".cpp", ".cu"}
        for lines, name in functions(path.read_text(encoding="utf-8"))
        if lines > FUNCTION
    }


def long_headers(folders):
    lengths = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.?pp"))
        if path.suffix in {".hpp", ".ipp"}
    }
    return {path: lines for path, lines in lengths.items() if lines > HEADER}


class Length(unittest.TestCase):
    def test_lines_between_the_braces_of_a_function_are_counted(self):
        source = """
        template <class T>
        struct Holder : Base<T> {  // ") {" in a comment
          Holder() : list{1, 2} {
            call("} {", '}');
            call("again");
          }
          int value{};
        };
        const auto table = std::array{
          1,
        };
        [[nodiscard]] inline int twice(int x) {
          const auto f = [&] {
            return 2 * x;
          };
          return f();
        }
        int thrice(int x, std::vector<int> list = {}) {
          return 3 * x;
        }
        """
        self.assertEqual(functions(source), [(2, "Holder"), (4, "twice"), (1, "thrice")])

    def test_a_long_function_has_a_reason(self):
        long = long_functions(FOLDERS)
        self.assertEqual({name: n for name, n in long.items() if name not in LONG_FUNCTIONS}, {})

    def test_a_long_header_has_a_reason(self):
        long = long_headers(FOLDERS)
        self.assertEqual({name: n for name, n in long.items() if name not in LONG_HEADERS}, {})

    def test_a_reason_is_for_something_long(self):
        self.assertEqual(set(LONG_FUNCTIONS) - set(long_functions(FOLDERS)), set())
        self.assertEqual(set(LONG_HEADERS) - set(long_headers(FOLDERS)), set())


if __name__ == "__main__":
    unittest.main()
