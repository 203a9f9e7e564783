import Bindings
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct GetCommand: Command {
  static let configuration = CommandConfiguration(
    "get",
    abstract: "Print values by their path.",
    discussion: """
      A path goes from the root of a model, by default of the model 'default' or the only one, down through properties and elements: books[0]/name, \
      books/0/name, books[-1]/price. Another model is named in front, directory:authors[0]/name or directory>authors[0]/name, or with \
      -m; @ID starts from the entity of that id. The root itself is '.', the parent '..'. books[*]/name is the name of every book and \
      books[name=Dune] each book of that name, one a line. Paths are bindings of OKit's language, with its constants, functions and \
      operators: books.@count, price/round2, copies/suffix(#pieces). Text is printed as it is, a date in ISO 8601 and UTC, anything \
      else as one compact line of JSON, numbers as they are stored. A value that is absent, but could be there, is an empty line; a \
      name that nothing has is an error.

      Functions that format dates write them as LC_ALL, LC_TIME or LANG and TZ say; texts come from okit/strings/LANGUAGE.lproj/Localizable.strings, \
      in a language of the reader, else of Base.lproj or en.lproj. The words of relative dates (Today, Yesterday, Tomorrow, Day before \
      yesterday, Day after tomorrow) are keys of it as well.

      A function that okit does not have can be a program of the workspace, okit/functions/NAME, which --run allows to run. It reads one \
      JSON object: entity, the last one on the path; value, where it is called on something else than that; and parameter. What it prints \
      is the function's value: JSON, or else text without its last line feed; nothing is an absent value. The program and all folders from \
      it up to the workspace must belong to the caller or root, and nobody else may write them.
      """,
    examples: [
      Example("okit get 'books[0]/name'", "the first book's name"),
      Example("okit get 'directory:authors[0]/name'", "of another model, which the path names"),
      Example("okit get 'books[*]/name'", "the name of every book, one a line"),
      Example("okit get . -m settings", "a whole model"),
    ],
    statuses: [ManualEntry("1", "with -e: a value is absent or false")],
    files: [ManualEntry("okit/strings/LANGUAGE.lproj/Localizable.strings", "texts by their keys, as Xcode has them")],
    environment: Session.readerVariables)

  @Argument(help: "The paths.", valueName: "path", completion: .workspace(.paths))
  var paths: [String]
  @OptionGroup var start: StartOption
  @Flag(.long, help: "Print strings as JSON has them, and everything as stored.")
  var raw: Bool
  @Option(.long, help: "Print this for an absent value.", valueName: "value")
  var `default`: String?
  @Flag(.long, help: "Print a line of JSON for each value: model, path, id and value.")
  var lines: Bool
  @Flag(.customShort("0"), .customLong("null"), help: "End each value with a NUL byte instead of a line feed.")
  var null: Bool
  @Flag(.customShort("e"), .customLong("exit-status"), help: "End with status 1 when a value is absent or false.")
  var exitStatus: Bool
  @Flag(.customLong("run"), help: "Run functions that are programs of the workspace.")
  var runsPrograms: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if lines && null { throw UsageError("--lines and --null exclude each other", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // A path that makes no sense is said so before anything is looked for.
    let bindings = try paths.map { try Binding(parsing: $0) }
    let workspace = try session.workspace(keys)
    let values = try ModelValues(
      workspace, model: start.name,
      programs: runsPrograms ? ProgramLauncher(console) : nil)
    let matches = try session.explaining(bindings, in: workspace) { try values.matches(of: bindings) }
    if lines {
      for (binding, bound) in zip(bindings, matches) { try writeLines(bound, of: binding, values, console) }
    } else {
      try write(Array(zip(bindings, matches)), console)
    }
    if exitStatus, matches.contains(where: { $0.isEmpty || $0.contains { Self.isFalse($0.content) } }) {
      throw ExitStatus(Status.found)
    }
  }

  private static func isFalse(_ content: BindingValue) -> Bool {
    if case .bool(let bool) = content { return !bool }
    return content.isAbsent || content.stored?.bool == false
  }

  private func write(_ found: [(binding: Binding, matches: [BoundValue])], _ console: Console) throws {
    let output = console.standardOutput
    if console.json {
      var writer = JSONWriter(pretty: output.isTerminal)
      if found.count == 1 {
        write(found[0].matches, of: found[0].binding, to: &writer)
      } else {
        writer.array { writer in
          for (binding, matches) in found { write(matches, of: binding, to: &writer) }
        }
      }
      try console.writeEscaped(json: writer.bytes)
      try output.writeLine()
    } else {
      for bound in found.flatMap(\.matches) {
        try writeText(bound.content, console)
        try output.write(null ? [0] : [UInt8(ascii: "\n")])
      }
    }
  }

  /// What can match several values is an array, however many it matches.
  private func write(_ matches: [BoundValue], of binding: Binding, to writer: inout JSONWriter) {
    guard binding.mayMatchSeveral else {
      for bound in matches { writer.element(json(of: bound)) }
      return
    }
    writer.array { writer in
      for bound in matches { writer.element(json(of: bound)) }
    }
  }

  /// A stored null is one; the default is for what is not there.
  private func json(of bound: BoundValue) -> (any JSONWritable)? {
    if case .absent = bound.content { `default` } else { bound.content }
  }

  private func writeText(_ content: BindingValue, _ console: Console) throws {
    let output = console.standardOutput
    if content.isAbsent { return try output.write(`default` ?? "") }
    if case .json(let value) = content, value.kind == .object || value.kind == .array {
      return try console.write(value)
    }
    guard raw else { return try output.write(console.shown(content.text)) }
    let json = content.json
    if output.isTerminal { try console.writeEscaped(json: Array(json.utf8)) } else { try output.write(json) }
  }

  private func writeLines(
    _ matches: [BoundValue], of binding: Binding, _ values: ModelValues, _ console: Console
  ) throws {
    for (bound, place) in zip(matches, try values.places(of: matches, along: binding)) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("model", place.model.description)
        // What was made of stored values is stored nowhere.
        writer.member("path", bound.isStored ? place.path : nil)
        writer.member("id", bound.entity?["id"]?.string)
        writer.member("value", json(of: bound))
      }
      try console.writeEscaped(json: writer.bytes + [UInt8(ascii: "\n")])
    }
  }
}
