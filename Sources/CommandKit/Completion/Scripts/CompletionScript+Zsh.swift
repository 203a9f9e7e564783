extension CompletionScript {
  static func zsh(_ tool: String) -> String {
    #"""
    #compdef \#(tool)
    # Completion of \#(tool) for zsh, made by '\#(tool) completion zsh'.

    _\#(tool)() {
      local word=${words[CURRENT]}
      # The cursor can be inside the word.
      [[ -n $SUFFIX ]] && word=${word%$SUFFIX*}
      local -a answer whole slashed open
      answer=("${(@f)$(command \#(tool) complete zsh -- "${(@Q)words[2,CURRENT-1]}" "$word" 2>/dev/null)}")
      case $answer[1] in
        files)
          compset -p ${#answer[2]}
          _files
          ;;
        folders)
          compset -p ${#answer[2]}
          _files -/
          ;;
        words)
          whole=(${${(M)answer[2,-1]:#w*}#w})
          slashed=(${${(M)answer[2,-1]:#s*}#s})
          open=(${${(M)answer[2,-1]:#o*}#o})
          _describe -V \#(tool) whole -- slashed -S / -r $' \t\n/[.' -- open -S ''
          ;;
      esac
    }

    # compinit loads this file from $fpath as the function itself; with eval, the file registers the function.
    if [[ $funcstack[1] == _\#(tool) ]]; then
      _\#(tool) "$@"
    else
      compdef _\#(tool) \#(tool)
    fi

    """#
  }
}
