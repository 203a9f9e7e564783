import Bindings
import Ciphers
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage
import Tables

/// The options of an import of rows.
struct RowImportOptions: ParsableArguments {
  @Option(
    .long, help: "Import rows of CSV, TSV or JSON into this array.", valueName: "path", completion: .workspace(.paths))
  var into: String?
  @Option(
    .long, help: "The column that identifies an element, such as id.", valueName: "binding",
    completion: .workspace(.rowPaths))
  var key: String?
  @Option(
    .long, help: "The binding of a column; without a binding, ignore the column. Can be repeated.",
    valueName: "heading=binding", completion: .workspace(.rowPaths))
  var map: [String] = []
  @Option(
    .long, help: "Find the entity of a reference by one of its values, such as author=name. Can be repeated.",
    valueName: "column=binding", completion: .workspace(.matches))
  var match: [String] = []
  @Flag(.long, help: "Remove the elements that no row names.")
  var deleteMissing: Bool
  @Flag(.long, help: "Treat the refKey of a missing entity as an error instead of a warning.")
  var strict: Bool
  @OptionGroup var start: StartOption

  /// The name of an option that was given without --into; nil if there is none.
  private var givenOption: String? {
    if key != nil { return "--key" }
    if !map.isEmpty { return "--map" }
    if !match.isEmpty { return "--match" }
    if deleteMissing { return "--delete-missing" }
    if strict { return "--strict" }
    return start.model == nil ? nil : "--model"
  }

  func validate() throws {
    if into == nil, let name = givenOption { throw UsageError("\(name) needs --into", showsUsage: true) }
    if into != nil, key == nil { throw UsageError("--into needs --key", showsUsage: true) }
    for (number, heading) in try map.map({ try Self.split($0, "--map", atLast: true).0 }).enumerated()
    where try map[..<number].contains(where: { try Self.split($0, "--map", atLast: true).0.isExactly(heading) }) {
      throw UsageError("--map names the heading '\(heading)' twice")
    }
    for text in match { _ = try Self.split(text, "--match", atLast: false) }
  }

  /// True if the name of a file says that it is a table, which cannot be imported as a model.
  func isTable(_ source: String) -> Bool {
    [".csv", ".tsv", ".tab", ".jsonl", ".ndjson"].contains { source.lowercased().withoutSuffix($0) != nil }
  }

  /// Returns the import. Throws `BindingError` for a malformed binding.
  func request(into array: String) throws -> RowImport {
    var request = RowImport(into: try Binding(parsing: array), key: try Binding(parsing: key ?? ""))
    request.bindings = try map.map { text in
      let (heading, binding) = try Self.split(text, "--map", atLast: true)
      return (heading, binding.isEmpty ? nil : try Binding(parsing: binding))
    }
    request.matches = try match.map { text in
      let (column, value) = try Self.split(text, "--match", atLast: false)
      return RowImport.Match(column: try Binding(parsing: column), value: try Binding(parsing: value))
    }
    request.removesOthers = deleteMissing
    return request
  }

  /// Splits an option's value. A heading can contain an equals sign, and a path to entities can contain it in a condition.
  private static func split(_ text: String, _ option: String, atLast isLast: Bool) throws -> (String, String) {
    let sign = UInt8(ascii: "=")
    guard let index = isLast ? text.utf8.lastIndex(of: sign) : text.utf8.firstIndex(of: sign), index > text.startIndex
    else {
      throw UsageError("\(option) needs \(isLast ? "HEADING=BINDING" : "COLUMN=BINDING"), not '\(text)'")
    }
    return (String(text[..<index]), String(text[text.utf8.index(after: index)...]))
  }

  /// Reads the table in a file, or on standard input if it is `-`.
  func table(_ source: String, _ session: Session) throws -> (table: TableFile, name: String) {
    let name = source == "-" ? "standard input" : source
    if source != "-", try FileStatus.of(session.absolute(source), followingLinks: true) == nil {
      throw OKitError(.notFound, "no such file: \(Console.printable(source))")
    }
    let reader = try source == "-" ? session.standardInput("rows") : session.fileInput(source)
    var bytes: [UInt8] = []
    try forEachPiece(of: reader) { bytes += $0 }
    let isTabSeparated = [".tsv", ".tab"].contains { source.lowercased().withoutSuffix($0) != nil }
    do throws(TableError) {
      return (try TableFile(bytes, isTabSeparated: isTabSeparated), name)
    } catch {
      throw error.located(in: name)
    }
  }
}
