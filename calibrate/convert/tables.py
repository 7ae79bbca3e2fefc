"""Reading tables strictly, cutting them to a sample, writing them: what the converters share. Standard library only."""
import csv
import hashlib
import io


class Refusal(Exception):
    """Input that is not what a converter knows: file, what came, what is accepted."""


def read_table(path, columns):
    """Rows of a CSV file as dictionaries; `columns` must be in its header.

    Raises Refusal with the file and its header where a column is missing, with the line where a row has another number
    of cells.
    """
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"{path}: {error}") from error
    if not rows:
        raise Refusal(f"{path}: empty; must be CSV with a header line")
    header = rows[0]
    missing = [column for column in columns if column not in header]
    if missing:
        raise Refusal(
            f"{path}:1: got the columns {', '.join(header)}; must have {', '.join(missing)}: the source has "
            f"another form than this converter knows"
        )
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            raise Refusal(f"{path}:{number}: got {len(row)} cells; must be {len(header)}, as in the header")
    return [dict(zip(header, row)) for row in rows[1:]]


def number(row, column, path, whole=False):
    """A cell as a number > 0, whole where asked. Raises Refusal naming file, column and cell."""
    text = row[column]
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise Refusal(f"{path}: {column}: got {text!r}; must be a {'whole ' if whole else ''}number > 0")
    return value


def microseconds(milliseconds):
    """Text with four digits behind the point at most."""
    return str(round(1e3 * milliseconds, 4))


def sample(rows, most, key):
    """At most so many rows, in their order: those whose key has the smallest SHA-256. Which they are depends on nothing
    else in the table."""
    ranked = sorted(range(len(rows)), key=lambda i: (hashlib.sha256(repr(key(rows[i])).encode()).digest(), i))
    kept = set(ranked[:most])
    return [row for i, row in enumerate(rows) if i in kept]


def csv_text(columns, rows):
    """A table as text. Every row has as many cells as there are columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        assert len(row) == len(columns), row
        writer.writerow(row)
    return out.getvalue()
