extension CompletionScript {
  static func bash(_ tool: String) -> String {
    #"""
    # Completion of \#(tool) for bash 4.4 and later, made by '\#(tool) completion bash'.
    #
    # '\#(tool) complete' splits the line and quotes its answers, because bash splits words at ':' and '='.

    _\#(tool)() {
      local answer option
      mapfile -t answer < <(command \#(tool) complete bash -- "$COMP_TYPE" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" \
        2>/dev/null)
      COMPREPLY=("${answer[@]:1}")
      local IFS=' '
      for option in ${answer[0]-}; do compopt -o "$option" 2>/dev/null; done
    }

    complete -F _\#(tool) \#(tool)

    """#
  }
}
