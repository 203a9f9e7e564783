import TestSupport
import Testing

/// Real shells with the committed scripts: keys typed at a prompt, and the words into which the shell splits the line.
@Suite struct ShellTests {
  /// A shell at a prompt in which `okit` prints its words between `<` and `>` instead of running. The scripts call the real one.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var arguments: [String] {
      switch self {
      case .bash: ["bash", "--norc", "--noprofile", "-i"]
      case .zsh: ["zsh", "-f", "-i"]
      case .fish: ["fish", "--no-config", "-i"]
      }
    }

    var preparation: String {
      let script = "\(Fixture.completions)/\(fileName)"
      return switch self {
      case .bash: ". \(script); okit() { printf '<%s>' \"$@\"; echo; }"
      case .zsh:
        "autoload -Uz compinit; compinit -D -u; . \(script); okit() { printf '<%s>' \"$@\"; echo }"
      case .fish: "source \(script); function okit; printf '<%s>' $argv; echo; end"
      }
    }

    var fileName: String {
      switch self {
      case .bash: "okit.bash"
      case .zsh: "_okit"
      case .fish: "okit.fish"
      }
    }
  }

  static let shop: Result<Bookshop, any Error> = Result {
    let shop = try CompletionSourceTests.shop()
    try shop.okit("backup", "create", "first of 'all'", "--format", "directory")
    try Files.write(Files.read(shop.data + "/settings.json"), to: shop.data + "/it's a model.json")
    try Files.makeFolder(shop.machine.path("a folder"))
    return shop
  }

  /// Typed text, with ⇥ for the Tab key, and the resulting words.
  static let lines: [(typed: String, words: [String])] = [
    ("mod⇥sho⇥sett⇥", ["model", "show", "settings"]),
    ("get bo⇥0/na⇥", ["get", "books/0/name"]),
    ("get 'books[0]/na⇥", ["get", "books[0]/name"]),
    ("get 'books[name=Sol⇥na⇥", ["get", "books[name=Solaris]/name"]),
    ("get \"books[name=Sol⇥na⇥", ["get", "books[name=Solaris]/name"]),
    ("get dir⇥gro⇥0/gro⇥sta⇥", ["get", "directory:groups/0/group/status"]),
    ("get 'directory>groups[1]/gro⇥sta⇥", ["get", "directory>groups[1]/group/status"]),
    ("get books.@co⇥", ["get", "books.@count"]),
    ("get @FAN⇥na⇥", ["get", "@FANTASY/name"]),
    ("get -m directory --col⇥nev⇥auth⇥", ["get", "-m", "directory", "--color", "never", "authors/"]),
    ("get --model=sett⇥the⇥", ["get", "--model=settings", "themeName"]),
    ("set books/0/type hard⇥", ["set", "books/0/type", "hardcover"]),
    ("model show it⇥", ["model", "show", "it's a model"]),
    ("model show 'it⇥", ["model", "show", "it's a model"]),
    ("model show \"it⇥", ["model", "show", "it's a model"]),
    ("backup show fi⇥", ["backup", "show", "first of 'all'"]),
    ("backup show 'fi⇥", ["backup", "show", "first of 'all'"]),
    ("backup show \"fi⇥", ["backup", "show", "first of 'all'"]),
    ("init ../a⇥b", ["init", "../a folder/b"]),
    ("get --identity=./oki⇥okit.js⇥", ["get", "--identity=./okit/okit.json"]),
    ("get -- --mo⇥", ["get", "--", "--mo"]),
  ]

  @Test(arguments: Shell.allCases) func completedLinesBecomeTheExpectedWords(shell: Shell) throws {
    let shop = try Self.shop.get()
    let terminal = try Terminal(
      shop.machine, shell.arguments, in: shop.root,
      with: ["PATH": shop.machine.pathWithOKit, "LC_ALL": "C.UTF-8", "TERM": "dumb", "PS1": "$ "])
    terminal.type(shell.preparation + "; echo rea''dy")
    try terminal.wait(for: "ready")
    for (typed, words) in Self.lines {
      // One key at a time: keys typed while a shell completes are not lost, but then zsh lists nothing.
      terminal.type("okit " + typed.split(separator: "⇥", omittingEmptySubsequences: false).joined(separator: "\t"))
      let result = words.map { "<\($0)>" }.joined()
      do {
        try terminal.wait(for: result)
      } catch {
        Issue.record("\(shell): \(typed): no \(result) in \(terminal.transcript.suffix(500))")
        return
      }
    }
    terminal.type("exit")
    _ = try terminal.end()
  }

  @Test(arguments: Shell.allCases) func committedScriptsAreCurrent(shell: Shell) throws {
    let machine = try Machine()
    let script = try machine.okit("completion", shell.rawValue)
    #expect(
      try script.text == Files.text("\(Fixture.completions)/\(shell.fileName)"), "'make generate' writes them anew")
  }

  @Test func bashListsNotes() throws {
    let shop = try Self.shop.get()
    let line = "okit get books["
    let output = try shop.okit("complete", "bash", "--", "63", " :='\"@><=;|&(", line)
    #expect(output.lines.prefix(3) == ["nosort nospace", "books[0]/  (The Dispossessed)", "books[1]/  (Solaris)"])
  }

  @Test func fishCompletesFilesBelowTheHome() throws {
    let shop = try Self.shop.get()
    let home = shop.machine.path("home of fish")
    try Files.makeFolder(home)
    try Files.write(Array("{}".utf8), to: home + "/device.json")
    for start in ["~/", "\\$HOME/"] {
      let output = try shop.machine.run(
        "fish", "--no-config", "-c",
        "source \(Fixture.completions)/okit.fish; complete -C \"okit key import \(start)dev\"",
        with: ["PATH": shop.machine.pathWithOKit, "HOME": home], in: shop.root)
      #expect(output.text.contains("/device.json"))
    }
  }

  @Test func fishShowsNotes() throws {
    let shop = try Self.shop.get()
    let output = try shop.machine.run(
      "fish", "--no-config", "-c", "source \(Fixture.completions)/okit.fish; complete -C 'okit ref who FAN'",
      with: ["PATH": shop.machine.pathWithOKit], in: shop.root)
    #expect(output.text == "FANTASY\tFantasy\n")
  }
}
