import CommandKit
import OKitModels
import OKitQueries

/// Reads queries at a prompt, until the end of input. The history stays in memory, because queries can name secrets.
struct QueryPrompt {
  private static let help = """
    .tables          List the tables.
    .schema [TABLE]  Print the CREATE TABLE statements.
    .help            Print this text.
    .quit            End, like Ctrl-D.
    A query ends with a semicolon. The Tab key completes names. Ctrl-C ends a query or a line.

    """

  private let session: Session
  private let keys: KeyOptions
  private let past: PastOptions
  private var console: Console { session.console }

  init(_ session: Session, _ keys: KeyOptions, _ past: PastOptions) {
    self.session = session
    self.keys = keys
    self.past = past
  }

  /// Passes each query to `body`, and reports its errors.
  func run(_ body: (String) throws -> Void) throws {
    let editor = LineEditor(console, words: try words())
    console.note("type .help for help")
    defer { console.forgetOmissions() }
    var text = ""
    prompt: while true {
      let line: String
      switch try editor.line(prompt: text.isEmpty ? "okit> " : "  ... ") {
      case .text(let typed): line = typed
      case .interrupted:
        text = ""
        continue
      case .ended: break prompt
      }
      if text.isEmpty, line.first(where: { $0 != " " }) == "." {
        let words = Self.words(in: line)
        if words == [".quit"] || words == [".exit"] { return }
        try reporting { try runCommand(words) }
        continue
      }
      text += (text.isEmpty ? "" : "\n") + line
      if text.allSatisfy(\.isWhitespace) { text = "" }
      guard SQLQuery.isComplete(text) else { continue }
      try reporting { try body(text) }
      text = ""
    }
  }

  private func runCommand(_ words: [String]) throws {
    switch words.first {
    case ".help": try console.standardOutput.write(Self.help)
    case ".tables":
      if words.count > 1 {
        throw UsageError("'.tables' takes no arguments", hint: "type .schema TABLE for one of them")
      }
      for (table, _) in try SQLSchema.names(in: workspace) {
        try console.standardOutput.writeLine(Console.printable(table))
      }
    case ".schema":
      try console.standardOutput.write(console.shown(SQLSchema.text(of: Array(words.dropFirst()), in: workspace)))
    default: throw UsageError("unknown command '\(Console.printable(words.first ?? ""))'", hint: "type .help for help")
    }
  }

  /// Runs `body`, and prints its error. The interrupt key ends only `body`. Another signal and an output that is closed end the prompt.
  private func reporting(_ body: () throws -> Void) throws {
    do {
      if try Signals.interrupting(body) { console.note("the query was interrupted") }
    } catch let error as UsageError {
      console.report(Failure(status: Status.usage, message: error.message, hint: error.hint))
    } catch  where !(error is OutputClosed || error is OutputFailure || Signals.pending != nil) {
      console.report(describe(error))
    }
  }

  /// Returns the words of a line, without the double quotes that names with spaces have. In quotes, a doubled quote stands for one.
  private static func words(in line: String) -> [String] {
    var words: [String] = []
    var rest = line.drop { $0 == " " }
    while let first = rest.first {
      var word = ""
      if first == "\"" {
        rest.removeFirst()
        while let next = rest.popFirst() {
          if next == "\"" {
            guard rest.first == "\"" else { break }
            rest.removeFirst()
          }
          word.append(next)
        }
      } else {
        word = String(rest.prefix { $0 != " " })
        rest = rest.dropFirst(word.count)
      }
      words.append(word)
      rest = rest.drop { $0 == " " }
    }
    return words
  }

  private func words() throws -> [String] {
    let names = try SQLSchema.names(in: workspace)
    var seen: Set<String> = []
    let all = names.map(\.table) + names.flatMap(\.columns) + ["tables", "schema", "help", "quit"]
    return all.filter { seen.insert($0).inserted }.sorted()
  }

  private var workspace: Workspace { get throws { try session.workspace(keys, past) } }
}
