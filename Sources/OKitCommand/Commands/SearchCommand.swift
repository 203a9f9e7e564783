import Bindings
import CommandKit
import JSONDocument
import OKitModels
import OKitQueries
import OKitStorage

struct SearchCommand: Command {
  static let configuration = CommandConfiguration(
    "search",
    abstract: "Search for text in all models.",
    discussion: """
      Prints the path and the value of each text that contains all given texts, in all models with their partials, \
      and the paths of data files whose name contains them. Ids are texts, too. Encrypted models are decrypted in memory. \
      Case, accents and the width of letters do not matter, unless --exact is given. okit accepts the paths of values as input. \
      With --model, --class or --property, it does not search the names of files.
      """,
    examples: [
      Example("okit search dispossessed", "find a text"),
      Example("okit search --property comment --class Book sea", "find a text in the comments of books"),
      Example("okit search --regex '^[0-9]+ pieces?$'", "find texts by a regular expression"),
    ],
    statuses: [ManualEntry("1", "nothing was found")])

  @Argument(help: "The texts.", valueName: "text")
  var texts: [String]
  @Flag(.long, help: "Case, accents and width matter.")
  var exact: Bool
  @Flag(.long, help: "The texts are regular expressions, in the syntax of ICU.")
  var regex: Bool
  @Option(
    .shortAndLong, help: "Only in this model. Can be repeated.", valueName: "model", completion: .workspace(.models))
  var model: [String] = []
  @Option(
    .customLong("class"), help: "Only in objects of this class.", valueName: "class",
    completion: .workspace(.classes))
  var className: String?
  @Option(.long, help: "Only in properties with this name.", valueName: "name")
  var property: String?
  @Flag(.long, help: "Print only the number of texts and files.")
  var count: Bool
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if texts.contains("") { throw UsageError("a text to search for is empty") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let patterns = try texts.map { text -> TextPattern in
      try regex ? .expression(text, isFolded: !exact) : exact ? .exact(text) : .folded(text)
    }
    var search = TextSearch(patterns)
    search.models = try model.uniqueModelNames()
    search.className = className
    search.property = property
    let values = try ModelValues(session.workspace(keys, past))
    if count { return try write(search.count(in: values), to: console) }
    let results = try search.results(in: values)
    if console.json { try writeJSON(results, to: console) } else { try SearchOutput(patterns, console).write(results) }
    if results.isEmpty { throw ExitStatus(Status.found) }
  }

  private func write(_ count: Int, to console: Console) throws {
    if console.json {
      try console.writeJSON { $0.member("count", count) }
    } else {
      try console.standardOutput.writeLine(String(count))
    }
    if count == 0 { throw ExitStatus(Status.found) }
  }

  private func writeJSON(_ results: [TextSearch.Result], to console: Console) throws {
    var writer = JSONWriter(pretty: console.standardOutput.isTerminal)
    writer.array { writer in
      for result in results {
        writer.object { writer in
          switch result {
          case .text(let value, let path, let model, let entity):
            writer.member("model", model.description)
            writer.member("path", path)
            writer.member("id", entity?["id"]?.string)
            writer.member("value", value)
          case .file(let path): writer.member("file", path)
          }
        }
      }
    }
    try console.writeEscaped(json: writer.bytes)
    try console.standardOutput.writeLine()
  }
}
