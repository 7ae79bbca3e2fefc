# bash completion of perfmodel-plan. Installed, or: source plan/completion/perfmodel-plan.bash
# The words come from the program's own --help and device list, so that they never go stale.

_perfmodel_plan_devices() { "$1" devices --json 2>/dev/null | sed -n 's/^    "name": "\(.*\)",$/\1/p'; }

_perfmodel_plan_options() {
  "$@" --help 2>/dev/null | grep -oE '(^|[ ,])--[a-z][a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u
}

_perfmodel_plan_commands() { "$@" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p'; }

_perfmodel_plan() {
  local program=$1 word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} i
  local -a commands=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == -* ]] && break
    [[ ${#commands[@]} -eq 0 || ${commands[0]} == predict && ${#commands[@]} -eq 1 ]] && commands+=("${COMP_WORDS[i]}")
  done
  COMPREPLY=()
  case $before in
    -d | --device)
      COMPREPLY=($(compgen -W "$(_perfmodel_plan_devices "$program")" -- "$word")
        $(compgen -f -X '!*.json' -- "$word"))
      return ;;
    -i | --input | -o | --output | --plot) COMPREPLY=($(compgen -f -- "$word")); return ;;
    -p | --precision) COMPREPLY=($(compgen -W "fp32 tf32 fp16 bf16 amp_fp16 amp_bf16" -- "$word")); return ;;
    --optimizer) COMPREPLY=($(compgen -W "sgd momentum rmsprop adam adamw adam8bit" -- "$word")); return ;;
    --framework) COMPREPLY=($(compgen -W "libtorch pytorch cuda_graph" -- "$word")); return ;;
    --load) COMPREPLY=($(compgen -W "isolated sustained" -- "$word")); return ;;
    --mode) COMPREPLY=($(compgen -W "train infer" -- "$word")); return ;;
    --memory-format) COMPREPLY=($(compgen -W "nchw nhwc" -- "$word")); return ;;
    --operands) COMPREPLY=($(compgen -W "cold warm" -- "$word")); return ;;
    --timeline) COMPREPLY=($(compgen -W "csv json" -- "$word")); return ;;
    -l | --layout) COMPREPLY=($(compgen -W "NN NT TN TT" -- "$word")); return ;;
    --by)
      local goals="samples time energy cost"
      [[ ${commands[0]} == layers ]] && goals="layer kind convention"
      COMPREPLY=($(compgen -W "$goals" -- "$word"))
      return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_perfmodel_plan_options "$program" "${commands[@]}")" -- "$word"))
  elif [[ ${#commands[@]} -eq 0 ]]; then
    COMPREPLY=($(compgen -W "$(_perfmodel_plan_commands "$program")" -- "$word"))
  elif [[ ${commands[*]} == predict ]]; then
    COMPREPLY=($(compgen -W "$(_perfmodel_plan_commands "$program" predict)" -- "$word"))
  elif [[ ${commands[0]} == devices ]]; then
    COMPREPLY=($(compgen -W "$(_perfmodel_plan_devices "$program")" -- "$word"))
  elif [[ ${commands[0]} == validate ]]; then
    COMPREPLY=($(compgen -f -X '!*.csv' -- "$word") $(compgen -d -- "$word"))
  else # a network: a file of layers or an ONNX model
    COMPREPLY=($(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.onnx' -- "$word") $(compgen -d -- "$word"))
  fi
}
complete -o filenames -F _perfmodel_plan perfmodel-plan
