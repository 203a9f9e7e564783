import Bindings
import CommandKit
import JSONDocument
import OKit

struct GetCommand: Command {
  static let configuration = CommandConfiguration(
    "get",
    abstract: "Print values by their path.",
    discussion: """
      A path goes from the root of a model, by default of the model 'default', down through properties and elements: books[0]/name, \
      books/0/name, books[-1]/price. Another model is named in front, directory:authors[0]/name or directory>authors[0]/name, or with \
      -m. The root itself is '.'. Text is printed as it is, anything else as one compact line of JSON, numbers as they are stored. A \
      value that is absent, but that a sibling has, is an empty line; a name that nothing has is an error.
      """,
    examples: [
      Example("okit get 'books[0]/name'", "the first book's name"),
      Example("okit get directory:authors/0/name -m shop", "a path that names its model"),
      Example("okit get . -m settings", "a whole model"),
    ],
    statuses: [ManualEntry("1", "with -e: a value is absent or false")])

  @Argument(help: "The paths.", valueName: "path", completion: .custom("paths"))
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
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if lines && null { throw UsageError("--lines and --null exclude each other", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // A path that makes no sense is said so before anything is looked for.
    let bindings = try paths.map { try Binding(parsing: $0) }
    let workspace = try session.workspace()
    let values = try ModelValues(
      workspace, keyring: session.keyring(keys, for: workspace), model: start.name, patience: session.patience)
    let bound = try session.explaining(bindings, in: workspace) { try values.values(of: bindings) }
    let found = try zip(bindings, bound).map { (try values.modelName(of: $0), $1) }
    try write(found, console)
    if exitStatus, found.contains(where: { Self.isFalse($0.1.value) }) { throw ExitStatus(Status.found) }
  }

  private static func isFalse(_ value: JSONValue?) -> Bool {
    value == nil || value?.isNull == true || value?.bool == false
  }

  private func write(_ found: [(ModelName, BoundValue)], _ console: Console) throws {
    let output = console.standardOutput
    if lines {
      for (model, bound) in found { try output.write(line(model, bound)) }
    } else if console.json {
      var writer = JSONWriter(pretty: output.isTerminal)
      if paths.count == 1 {
        write(found[0].1, to: &writer)
      } else {
        writer.array { writer in
          for (_, bound) in found { write(bound, to: &writer) }
        }
      }
      try output.write(writer.bytes)
      try output.writeLine()
    } else {
      for (_, bound) in found {
        try writeText(bound.value, output)
        try output.write(null ? [0] : [UInt8(ascii: "\n")])
      }
    }
  }

  private func write(_ bound: BoundValue, to writer: inout JSONWriter) {
    if let value = bound.value { writer.element(value) } else { writer.element(`default`) }
  }

  private func writeText(_ value: JSONValue?, _ output: Output) throws {
    guard let value, !value.isNull else { return try output.write(`default` ?? "") }
    switch value.kind {
    case .string where !raw: try output.write(value.string ?? "")
    case .object, .array: try output.write(output.isTerminal ? JSONWriter.pretty(value) : JSONWriter.compact(value))
    default: try output.write(value.rawText)
    }
  }

  private func line(_ model: ModelName, _ bound: BoundValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("model", model.description)
      writer.member("path", BoundValue.Step.text(of: bound.path, model: model.description))
      writer.member("id", bound.entity["id"]?.string)
      if let value = bound.value { writer.member("value", value) } else { writer.member("value", `default`) }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
