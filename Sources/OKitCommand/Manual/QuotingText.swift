import CommandKit

/// The help topic on quoting, which is also part of the manual.
enum QuotingText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          Put paths in single quotes, so that the shell does not change them. Without quotes, [ ] and * are file name patterns, and zsh \
          fails if no file matches; ( ) and ; end commands; > writes a file; $ is a variable, also in double quotes; ~ at the beginning is \
          your home folder; # at the beginning of a word starts a comment; ! in bash's double quotes inserts a line of the history.

          These need no quotes: books/0 instead of books[0], model: instead of model>, and /not instead of !.
          """),
        .examples([
          Example("okit get 'books[0]/name'", "with quotes"), Example("okit get books/0/name", "needs no quotes"),
          Example("okit get directory:authors/0/name books.@count books/0/marked/not"),
        ])),
      ManualSection(
        "Quotes in quotes",
        .text(
          """
          Inside single quotes, a single quote is written '\\'' in sh, bash and zsh, and \\' in fish. A name with a bracket or a quote can \
          be a JSON string instead, with \\u0027 for the quote:
          """),
        .examples([
          Example(#"okit get 'books[name="It\u0027s me"]/price'"#)
        ])),
      ManualSection(
        "Values",
        .text(
          """
          A negative number, such as -1 or -0.5, is a value. Put any other value that starts with a dash after --, which ends the options. \
          Pass a value with several lines, or the output of another program, on standard input.
          """),
        .examples([
          Example("okit set -- 'books[0]/comment' '-- none --'"),
          Example("okit set 'books[0]/comment' - <comment.txt"),
        ])),
      ManualSection(
        "In scripts",
        .text(
          """
          Put a path with a shell variable in double quotes, and write a $ of the path itself as \\$. Do not insert untrusted text into a \
          path, because it can change the path's meaning: 'okit set --from' takes paths and values as JSON, 'okit get --lines' prints \
          them as JSON, and 'okit get -0' ends values with NUL, for xargs -0.
          """),
        .examples([
          Example("okit get \"books[$number]/name\""),
          Example("okit get --lines 'books[*]/price' | sed 's/9\\.90/9.99/' | okit set --from -"),
        ])),
    ]
  }
}
