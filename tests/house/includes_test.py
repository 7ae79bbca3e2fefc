"""A header brings in what it uses of the standard library, itself or through the project's headers that it includes.

The build compiles every header alone, but beside the standard library's headers, which are read once for all of them
(cmake: perfmodel_each_header); this test sees to those.
"""
import functools
import re
import unittest

from tools import ROOT

INCLUDE = ROOT / "include"
COMMENT = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"")
LINE = re.compile(r"^#include <([^>]+)>", re.MULTILINE)
NAME = re.compile(r"\bstd::(\w+)")
# What the headers here use, and where it is declared. A name that two headers declare may come from either.
DECLARED = {
    "algorithm": "all_of any_of clamp copy copy_if count count_if equal fill fill_n find find_if is_sorted "
    "lower_bound max max_element min min_element minmax minmax_element none_of nth_element partition ranges "
    "remove_if reverse rotate sort stable_sort transform unique upper_bound",
    "array": "array tuple_size_v",
    "atomic": "atomic memory_order_acquire memory_order_release",
    "bit": "bit_cast bit_ceil bit_floor bit_width countr_zero has_single_bit popcount",
    "charconv": "chars_format from_chars to_chars",
    "cmath": "abs cbrt ceil erfc exp exp2 expm1 floor fmod hypot isfinite isnan lerp llround log log1p log2 pow round "
    "sqrt",
    "concepts": "convertible_to floating_point integral invocable same_as",
    "cstddef": "byte ptrdiff_t size_t",
    "cstdint": "int16_t int32_t int64_t int8_t uint16_t uint32_t uint64_t uint8_t",
    "cstring": "memcmp memcpy memset",
    "deque": "deque",
    "exception": "exception",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream",
    "functional": "function hash less",
    "initializer_list": "initializer_list",
    "iterator": "back_inserter begin data end next prev size ssize",
    "limits": "numeric_limits",
    "map": "map",
    "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag",
    "numbers": "numbers",
    "numeric": "accumulate gcd iota lcm partial_sum reduce",
    "optional": "make_optional nullopt optional",
    "set": "set",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error out_of_range runtime_error",
    "string": "string to_string",
    "string_view": "string_view",
    "system_error": "errc",
    "thread": "jthread thread",
    "tuple": "tie tuple",
    "type_traits": "conditional_t decay_t invoke_result_t is_enum_v is_same_v remove_cv_t remove_reference_t "
    "remove_cvref_t underlying_type_t",
    "unordered_map": "unordered_map",
    "utility": "as_const exchange forward move pair swap",
    "variant": "bad_variant_access get get_if holds_alternative monostate variant visit",
    "vector": "erase erase_if vector",
}
# Headers that declare a name too, by the standard or because what they hold cannot be used without it.
ALSO = {
    "size_t": ("cstring", "string", "vector", "array", "span", "string_view"),
    **{n: ("string", "string_view", "vector", "array", "span", "map", "set") for n in DECLARED["iterator"].split()},
}
HEADERS = {}
for header, names in DECLARED.items():
    for name in names.split():
        HEADERS.setdefault(name, {header}).add(header)
for name, more in ALSO.items():
    HEADERS.setdefault(name, set()).update(more)


def text(path):
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


@functools.cache
def reached(path):
    """Standard headers that a header of the project brings in."""
    found = set()
    for name in LINE.findall(path.read_text(encoding="utf-8")):
        inner = INCLUDE / name
        if name.startswith("perfmodel/") and inner.exists():
            if name != "perfmodel/compiled.hpp" and inner.suffix == ".hpp":
                found |= reached(inner)
        else:
            found.add(name)
    return frozenset(found)


def missing(path):
    for name in sorted(set(NAME.findall(text(path)))):
        if name in HEADERS and not HEADERS[name] & reached(path):
            yield f"{path.relative_to(ROOT)}: std::{name} needs <{sorted(HEADERS[name])[0]}>"


class Includes(unittest.TestCase):
    def test_headers_bring_in_what_they_use(self):
        headers = sorted(INCLUDE.rglob("*.hpp"))
        self.assertGreater(len(headers), 300)
        self.assertEqual([line for path in headers for line in missing(path)], [])

    def test_every_name_is_known(self):
        used = {name for path in INCLUDE.rglob("*.hpp") for name in NAME.findall(text(path))}
        self.assertEqual(sorted(used - set(HEADERS)), [])


if __name__ == "__main__":
    unittest.main()
