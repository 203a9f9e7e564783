import CommandKit

/// Paths and shells, for help and manual.
enum QuotingText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          Put a path in single quotes, and no shell changes it. Without quotes it may be taken apart: [ ] and * are patterns of file names, \
          which zsh even refuses where no file has such a name; ( ) and ; end commands; > writes a file; $ is a variable, in double quotes \
          too; ~ at the beginning is your home; # at the beginning of a word is a comment; ! in bash's double quotes is a line of the past.

          Plain steps have a spelling that needs no quotes: an element as a step, a colon behind the model, 'not' in the place of the \
          exclamation mark.
          """),
        .examples([
          Example("okit get 'books[0]/name'", "in quotes"), Example("okit get books/0/name", "without a need for them"),
          Example("okit get directory:authors/0/name books.@count books/0/marked/not"),
        ])),
      ManualSection(
        "Quotes in quotes",
        .text(
          """
          A single quote within single quotes is '\\'' in sh, bash and zsh, and \\' in fish. A name with a bracket or a quote can be a JSON \
          string instead, where \\u0027 is the quote:
          """),
        .examples([
          Example(#"okit get 'books[name="It\u0027s me"]/price'"#)
        ])),
      ManualSection(
        "Values",
        .text(
          """
          A negative number, -1 or -0.5, is a value. Any other value with a dash in front stands behind --, after which nothing is an option. \
          A value of several lines, or of another program, comes on standard input.
          """),
        .examples([
          Example("okit set -- 'books[0]/comment' '-- none --'"),
          Example("okit set 'books[0]/comment' - <comment.txt"),
        ])),
      ManualSection(
        "In scripts",
        .text(
          """
          A path with a variable in it belongs into double quotes, where $ of the path itself is \\$. What comes from elsewhere should be no \
          part of a path, where it could mean more than a name: 'okit set --from' takes paths and values as JSON, 'okit get --lines' prints \
          them so, and 'okit get -0' ends values with NUL, for xargs -0.
          """),
        .examples([
          Example("okit get \"books[$number]/name\""),
          Example("okit get --lines 'books[*]/price' | sed s/9.90/9.99/ | okit set --from -"),
        ])),
    ]
  }
}
