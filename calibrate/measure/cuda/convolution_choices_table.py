"""Packs the lines of perfmodel-ask-cudnn (number, pass, engine, knobs) into two raw tables.

    cat answers* | python3 convolution_choices_table.py FOLDER CARD

FOLDER/convolution_engines.csv: engines with the knobs that name a tile, by how often they were answered.
FOLDER/convolution_choices.csv: for each draw the number of its engine in that table, with /parts where the sums are
cut; draws that nothing was answered for are -.
"""
import collections
import os
import sys

PASSES = ["forward", "input", "weight"]
TILE_KNOBS = ("2", "5", "13")  # CUDNN_KNOB_TYPE_TILE_SIZE, _KBLOCK, _TILEK
ROW = 40


def parts_of(knobs):
    """CUDNN_KNOB_TYPE_SPLIT_K, or _SPLIT_K_SLC unless _SPLIT_K_BUF is off."""
    if "0" in knobs:
        return knobs["0"]
    if "17" in knobs:
        return knobs["17"] if knobs.get("12") != "-1" else "1"
    return None


def main():
    folder, card = sys.argv[1:3]
    answers, count = {}, collections.Counter()
    for line in sys.stdin:
        words = line.split()
        if len(words) < 3:
            continue
        number, passed, engine = int(words[0]), int(words[1]), int(words[2])
        knobs = dict(k.split("=") for k in words[3].split(":")) if len(words) > 3 else {}
        key = (passed, engine, ":".join("%s=%s" % (k, knobs[k]) for k in TILE_KNOBS if k in knobs))
        answers[number] = (key, parts_of(knobs))
        count[key] += 1
    numbers = {key: i for i, (key, _) in enumerate(count.most_common())}
    with open(os.path.join(folder, "convolution_engines.csv"), "w") as file:
        file.write("# perfmodel-raw 1 convolution_engines card=%s\nnumber,pass,engine,knobs\n" % card)
        for (passed, engine, knobs), number in numbers.items():
            file.write("%d,%s,%d,%s\n" % (number, PASSES[passed], engine, knobs))
        file.write("# end %d\n" % len(numbers))
    first, end = min(answers), max(answers) + 1
    with open(os.path.join(folder, "convolution_choices.csv"), "w") as file:
        file.write("# perfmodel-raw 1 convolution_choices card=%s\nfirst,answers\n" % card)
        rows = range(first, end, ROW)
        for begin in rows:
            words = []
            for number in range(begin, min(end, begin + ROW)):
                key, parts = answers.get(number, (None, None))
                words.append("-" if key is None else "%d%s" % (numbers[key], "/" + parts if parts else ""))
            file.write("%d,%s\n" % (begin, " ".join(words)))
        file.write("# end %d\n" % len(rows))


if __name__ == "__main__":
    main()
