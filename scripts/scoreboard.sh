# shellcheck shell=bash
# Sourced by validate and refit: the scoreboard in the documentation, as a table that can be compared.

# The page that has the scoreboard, between <!-- scoreboard --> and <!-- end of scoreboard -->.
scoreboard_page() { grep -rlx -e '<!-- scoreboard -->' "$1/docs" | head -n 1; }

# Rows of a page or of perfmodel-fit-gemm's output as "heading: row <tab> mean % <tab> n"; rows are told apart by the
# heading above them and their name; the fourth field is the mean.
scoreboard_rows() {
  awk -F'|' '
    /^### / {heading = $0}
    NF > 9 && $3+0 > 0 {gsub(/^ +| +$/, "", $2); print heading ": " $2 "\t" $4+0 "\t" $3+0}' "$1" | sort
}

# The rows of two pages side by side: name, mean before, n before, mean after, n after.
scoreboard_pairs() { join -t $'\t' <(scoreboard_rows "$1") <(scoreboard_rows "$2"); }

# What changed between two pages, as a table.
scoreboard_changes() {
  scoreboard_pairs "$1" "$2" | awk -F'\t' '
    $2 != $4 {
      if (changed++ == 0) print "| rows | n | mean % before | mean % after |\n|---|---|---|---|"
      sub(/^### /, "", $1); printf "| %s | %d | %.1f | %.1f |\n", $1, $5, $2, $4
      if ($4 > $2) worse++
    }
    END {
      if (NR == 0) print "no figures to compare"
      else printf "%d of %d means changed, %d of them upwards\n", changed, NR, worse
    }'
}
