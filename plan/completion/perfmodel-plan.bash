# bash completion of perfmodel-plan. Installed, or: source plan/completion/perfmodel-plan.bash
# The words come from the program itself (perfmodel-plan --complete), so that they never go stale.

_perfmodel_plan() {
  local line=${COMP_LINE:0:COMP_POINT} word kept="" candidate ending
  local -a words endings
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[-1]}
  [[ $word == *[:=]* ]] && kept=${word%"${word##*[:=]}"} # readline replaces what follows a colon or an equals sign
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ $candidate == "@files"* ]]; then
      read -ra endings <<<"${candidate#@files}"
      for ending in "${endings[@]}"; do COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$word")); done
      [[ ${#endings[@]} -gt 0 ]] || COMPREPLY+=($(compgen -f -- "$word"))
      COMPREPLY+=($(compgen -d -- "$word"))
    else
      COMPREPLY+=("${candidate#"$kept"}")
    fi
  done < <("$1" --complete "${words[@]:1}" 2>/dev/null)
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace 2>/dev/null
}
complete -o filenames -F _perfmodel_plan perfmodel-plan
