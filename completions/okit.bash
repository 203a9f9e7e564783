# Completion of okit for bash 4.4 and later, made by 'okit completion bash'.
#
# 'okit complete' splits the line and quotes its answers, because bash splits words at ':' and '='.

_okit() {
  local answer option
  mapfile -t answer < <(command okit complete bash -- "$COMP_TYPE" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" \
    2>/dev/null)
  COMPREPLY=("${answer[@]:1}")
  local IFS=' '
  for option in ${answer[0]-}; do compopt -o "$option" 2>/dev/null; done
}

complete -F _okit okit
