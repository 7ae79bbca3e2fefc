"""baidu-research/DeepBench, results/train/DeepBench_NV_*.xlsx: training products of M40, P100, V100, T4 ->
gemm_deepbench.csv; all-reduces of P100 and M40 over PCIe -> all_reduce.csv

The workbooks are column-major: C[m, n] = op(A) op(B). Row-major that is C[n, m] with the operands in turn, so that a
transposed A makes the second letter of the layout T, a transposed B the first.

The workbooks themselves could not be read where this was written. The converter therefore looks for the header row of
each table by the words below and refuses a workbook without them, with the words that it found; it guesses nothing.
"""
import re
import xml.etree.ElementTree as ElementTree
import zipfile

from tables import Refusal

CARDS = ("M40", "P100", "V100", "T4")
REDUCE_CARDS = ("M40", "P100")
GEMM_COLUMNS = ("gpu", "dtype", "layout", "batch", "m", "n", "k", "time_us")
REDUCE_COLUMNS = ("system", "gpus", "bytes", "time_us")
# Header words, in small letters without what stands in brackets: what they mean.
GEMM_WORDS = {
    "m": "m",
    "n": "n",
    "k": "k",
    "a transpose": "a",
    "b transpose": "b",
    "a_t": "a",
    "b_t": "b",
    "precision": "precision",
}
REDUCE_WORDS = {"size": "floats", "number of processors": "gpus", "number of gpus": "gpus", "# of gpus": "gpus"}
DTYPES = {
    "fp32": "fp32",
    "float": "fp32",
    "single": "fp32",
    "half": "fp16_in_fp32_math",
    "fp16 with fp32 math": "fp16_in_fp32_math",
    "fp16 inputs, fp32 math": "fp16_in_fp32_math",
    "fp16 tensorop": "fp16_tensorop",
    "tensorop": "fp16_tensorop",
    "mixed": "fp16_tensorop",
}
SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def column_of(reference):
    """Number of a cell's column, from 0: 'C7' -> 2."""
    found = 0
    for letter in re.match(r"[A-Z]+", reference).group():
        found = 26 * found + ord(letter) - ord("A") + 1
    return found - 1


def sheets(path):
    """[[cell text of a row]] of each sheet of a workbook. Raises Refusal."""
    try:
        with zipfile.ZipFile(path) as book:
            names = sorted(n for n in book.namelist() if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", n))
            shared = []
            if "xl/sharedStrings.xml" in book.namelist():
                shared = [
                    "".join(t.text or "" for t in entry.iter(f"{SPACE}t"))
                    for entry in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
                ]
            trees = [ElementTree.fromstring(book.read(n)) for n in names]
    except (OSError, KeyError, zipfile.BadZipFile, ElementTree.ParseError) as error:
        raise Refusal(f"{path}: {error}; must be a workbook (.xlsx)") from error
    out = []
    for tree in trees:
        rows = []
        for row in tree.iter(f"{SPACE}row"):
            cells = {}
            for cell in row.iter(f"{SPACE}c"):
                value = cell.find(f"{SPACE}v")
                text = "".join(t.text or "" for t in cell.iter(f"{SPACE}t")) if value is None else value.text or ""
                cells[column_of(cell.get("r"))] = shared[int(text)] if cell.get("t") == "s" else text
            rows.append([cells.get(i, "").strip() for i in range(max(cells, default=-1) + 1)])
        out.append(rows)
    return out


def tables_of(path, words, needed):
    """Rows below each header that has all `needed` meanings, as dictionaries by meaning, with the unit of the time."""
    seen, out = set(), []
    for rows in sheets(path):
        meanings, scale = None, None
        for row in rows:
            plain = [re.sub(r"\s*\(.*?\)", "", cell).strip().lower() for cell in row]
            found = {words[word]: i for i, word in enumerate(plain) if word in words}
            times = [i for i, word in enumerate(plain) if word.startswith("time")]
            if needed <= found.keys() and times:
                unit = row[times[0]].lower()
                scale = 1.0 if "usec" in unit or "(us" in unit else 1e3 if "msec" in unit or "(ms" in unit else None
                if scale is None:
                    raise Refusal(f"{path}: got the time column {row[times[0]]!r}; must say usec or msec")
                meanings = found | {"time": times[0]}
            elif meanings and all(i < len(row) and row[i] for i in meanings.values()):
                out.append({meaning: row[i] for meaning, i in meanings.items()} | {"scale": scale})
            elif not meanings and any(plain):
                seen.add(" | ".join(cell for cell in row if cell)[:120])
    if not out:
        raise Refusal(
            f"{path}: no table with {', '.join(sorted(needed))} and a time; its first rows are: "
            f"{'; '.join(sorted(seen)[:8])}"
        )
    return out


def whole(row, meaning, path):
    try:
        value = float(row[meaning])
    except ValueError:
        value = 0.0
    if value <= 0 or value != int(value):
        raise Refusal(f"{path}: {meaning}: got {row[meaning]!r}; must be a whole number > 0")
    return int(value)


def transposed(word, path):
    known = {"n": False, "t": True, "0": False, "1": True, "false": False, "true": True, "no": False, "yes": True}
    if word.lower() not in known:
        raise Refusal(f"{path}: got the transposition {word!r}; must be one of {', '.join(known)}")
    return known[word.lower()]


def dtype(word, path):
    if word.lower() not in DTYPES:
        raise Refusal(f"{path}: got the precision {word!r}; must be one of {', '.join(DTYPES)}")
    return DTYPES[word.lower()]


def convert(upstream):
    """{table: (columns, rows)} from the checked-out files under `upstream`. Raises Refusal."""
    products, reduces = [], []
    for card in CARDS:
        path = upstream / "deepbench" / "results/train" / f"DeepBench_NV_{card}.xlsx"
        for row in tables_of(path, GEMM_WORDS, {"m", "n", "k", "a", "b", "precision"}):
            layout = ("T" if transposed(row["b"], path) else "N") + ("T" if transposed(row["a"], path) else "N")
            m, n, k = (whole(row, c, path) for c in ("m", "n", "k"))
            products.append(
                (card, dtype(row["precision"], path), layout, 1, n, m, k, float(row["time"]) * row["scale"])
            )
        if card in REDUCE_CARDS:
            for row in tables_of(path, REDUCE_WORDS, {"floats", "gpus"}):
                reduces.append(
                    (
                        f"{card} (PCIe)",
                        whole(row, "gpus", path),
                        4 * whole(row, "floats", path),
                        f"{float(row['time']) * row['scale']:.15g}",
                    )
                )
    return {"gemm_deepbench": (GEMM_COLUMNS, products), "all_reduce": (REDUCE_COLUMNS, reduces)}
