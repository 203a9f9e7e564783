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
      A path starts at the root of a model and goes through properties and elements: books[0]/name, books/0/name, \
      books[-1]/price. Paths start in the model 'default', or in the only model. To use another one, write \
      directory:authors[0]/name or directory>authors[0]/name, or use -m. @ID starts at the entity with that id. '.' is \
      the root itself, and '..' the parent of an entity. books[*]/name prints the name of every book, and \
      books[name=Dune] every book with that name, one per line. Paths are bindings of the OKit language, with its \
      constants, functions and operators: books.@count, price/round2, copies/suffix(#pieces). Text is printed \
      unchanged, a date in ISO 8601 and UTC, anything else as one compact line of JSON with numbers as stored. A \
      missing optional value prints an empty line; an unknown name is an error.

      Functions that format dates and numbers follow LC_ALL, LC_TIME, LC_NUMERIC or LANG, and TZ. Texts come from \
      okit/strings/LANGUAGE.lproj/Localizable.strings, in one of the reader's languages, otherwise from Base.lproj or \
      en.lproj. The words for relative dates (Today, Yesterday, Tomorrow, Day before yesterday, Day after tomorrow) \
      are keys in this file, too.

      A workspace can add functions: okit/functions/NAME is a program that runs only with --run. \
      \(FormatText.functionInput) The program prints the value of the function as JSON or as text; okit removes the \
      last line feed of a text. No output means a missing value. okit/functions/NAME.json can define a computed property \
      instead, which is the value of a binding and needs no --run. 'okit actions' lists both. The program and every folder up to / must belong to \
      you or root, and nobody else may write to them; a sticky folder above the workspace, such as /tmp, is allowed.
      """,
    examples: [
      Example("okit get 'books[0]/name'", "print the first book's name"),
      Example("okit get 'directory:authors[0]/name'", "print a value of another model"),
      Example("okit get 'books[*]/name'", "print the name of every book, one per line"),
      Example("okit get --in 'books[price>9]' name price", "print two values of each book that meets a condition"),
      Example("okit get . -m settings", "print a whole model"),
    ],
    statuses: [ManualEntry("1", "a value is missing or false, with -e")],
    files: [ManualEntry("okit/strings/LANGUAGE.lproj/Localizable.strings", "localized texts, in Xcode's format")],
    environment: Session.readerVariables)

  @Argument(help: "The paths.", valueName: "path", completion: .workspace(.paths))
  var paths: [String]
  @OptionGroup var start: StartOption
  @Option(
    .long, help: "Read the paths relative to the values at this path.", valueName: "path",
    completion: .workspace(.paths))
  var `in`: String?
  @Flag(.long, help: "Print strings as JSON, and every value as stored.")
  var raw: Bool
  @Option(.long, help: "Print this instead of a missing value.", valueName: "value")
  var `default`: String?
  @Flag(.long, help: "Print one line of JSON per value: model, path, id and value.")
  var lines: Bool
  @Flag(.customShort("0"), .customLong("null"), help: "End each value with a NUL byte instead of a line feed.")
  var null: Bool
  @Flag(.customShort("e"), .customLong("exit-status"), help: "Exit with status 1 if a value is missing or false.")
  var exitStatus: Bool
  @Flag(.customLong("run"), help: "Allow functions that are programs of the workspace.")
  var runsPrograms: Bool
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if lines && null { throw UsageError("--lines and --null cannot be used together", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // A malformed path is reported before anything is read.
    let bindings = try paths.map { try Binding(parsing: $0) }
    let container = try `in`.map { try Binding(parsing: $0) }
    let workspace = try session.workspace(keys, past)
    let values = try ModelValues(
      workspace, model: start.name,
      programs: runsPrograms ? ProgramLauncher(console) : nil)
    if let container {
      let found = try session.explaining(bindings + [container], in: workspace) {
        try values.matches(of: bindings, in: container)
      }
      return try write(found.map { Array(zip(bindings, $0)) }, several: container.mayMatchSeveral, values, console)
    }
    let matches = try session.explaining(bindings, in: workspace) {
      // --lines prints paths, and these need the whole model.
      if !lines, bindings.count == 1, let value = try values.valueInLargeModel(at: bindings[0]) { return [[value]] }
      return try values.matches(of: bindings)
    }
    try write([Array(zip(bindings, matches))], several: false, values, console)
  }

  /// Writes the values of each start.
  private func write(
    _ starts: [Found], several: Bool, _ values: ModelValues, _ console: Console
  ) throws {
    let found = starts.flatMap { $0 }
    if lines {
      try writeLines(starts, values, console)
    } else if console.json {
      try writeJSON(starts, several: several, console)
    } else {
      for bound in found.flatMap(\.matches) {
        try writeText(bound.content, console)
        try console.standardOutput.write(null ? [0] : [UInt8(ascii: "\n")])
      }
    }
    let isMissing =
      found.isEmpty || found.contains { $0.matches.isEmpty || $0.matches.contains { Self.isFalse($0.content) } }
    if exitStatus, isMissing { throw ExitStatus(Status.found) }
  }

  private typealias Found = [(binding: Binding, matches: [BoundValue])]

  private func writeJSON(_ starts: [Found], several: Bool, _ console: Console) throws {
    var writer = JSONWriter(pretty: console.standardOutput.isTerminal)
    if several {
      writer.array { writer in
        for found in starts { write(found, to: &writer) }
      }
    } else if let found = starts.first {
      write(found, to: &writer)
    } else {
      writer.element(nil)
    }
    try console.writeEscaped(json: writer.bytes)
    try console.standardOutput.writeLine()
  }

  private func write(_ found: Found, to writer: inout JSONWriter) {
    if found.count == 1 { return write(found[0].matches, of: found[0].binding, to: &writer) }
    writer.array { writer in
      for (binding, matches) in found { write(matches, of: binding, to: &writer) }
    }
  }

  private static func isFalse(_ content: BindingValue) -> Bool {
    if case .bool(let bool) = content { return !bool }
    return content.isAbsent || content.stored?.bool == false
  }

  /// Writes an array if the path can match several values, even if it matches one.
  private func write(_ matches: [BoundValue], of binding: Binding, to writer: inout JSONWriter) {
    guard binding.mayMatchSeveral else {
      for bound in matches { writer.element(json(of: bound)) }
      return
    }
    writer.array { writer in
      for bound in matches { writer.element(json(of: bound)) }
    }
  }

  /// Returns the value, or the default if it is missing; a stored null stays null.
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

  /// Writes the values with their paths. Finding the paths of all values of a binding takes one pass over their documents.
  private func writeLines(_ starts: [Found], _ values: ModelValues, _ console: Console) throws {
    let container = try `in`.map { try Binding(parsing: $0) }
    var places = try (starts.first ?? []).indices.map { index in
      let binding = starts[0][index].binding
      // A relative path that names no model is in that of the container.
      let start = binding.model == nil ? container ?? binding : binding
      return try values.places(of: starts.flatMap { $0[index].matches }, along: start).makeIterator()
    }
    for found in starts {
      for (index, (_, matches)) in found.enumerated() {
        for bound in matches {
          guard let place = places[index].next() else { continue }
          try ValueLine(value: bound, place: place, substitute: `default`).write(to: console)
        }
      }
    }
  }
}
