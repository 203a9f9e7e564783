extension CompletionScript {
  static func fish(_ tool: String) -> String {
    #"""
    # Completion of \#(tool) for fish 3.4 and later, made by '\#(tool) completion fish'.

    function __\#(tool)_complete
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        set -l answer (command \#(tool) complete fish -- $words[2..] "$word" 2>/dev/null)
        switch "$answer[1]"
            case words
                printf '%s\n' $answer[2..]
            case files folders
                # The text before the file name is part of the word, as in '--identity='.
                set -l file (string sub -s (math 1 + (string length -- "$answer[2]")) -- "$word")
                set -l files
                if test $answer[1] = files
                    # Like an argument of any command, because __fish_complete_path supports neither ~ nor variables.
                    set files (complete -C "'' $file")
                else
                    set files (__fish_complete_directories "$file" '')
                end
                for file in $files
                    printf '%s%s\n' "$answer[2]" $file
                end
        end
    end

    complete -c \#(tool) -f -a '(__\#(tool)_complete)'

    """#
  }
}
