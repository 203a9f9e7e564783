import JSONDocument
import OKitModels
import OKitStorage

/// What a program printed: a line for each entity that it got.
struct ProgramLines {
  /// The entities as they are to be; nil where one stays.
  let entities: [JSONValue?]
  private let context: StepContext
  private let program: String

  /// Takes the lines apart. Throws errors of kind `malformed` that name the line where it is not one for each of `old`, or one is no entity with the same id.
  init(_ output: [UInt8], for old: [JSONValue], _ context: StepContext, _ program: String) throws {
    self.context = context
    self.program = program
    var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    guard lines.count == old.count else {
      throw Self.error(
        "it printed \(lines.count) lines for \(old.count) entities", min(lines.count, old.count), context, program)
    }
    var entities: [JSONValue?] = []
    entities.reserveCapacity(lines.count)
    for (place, (line, old)) in zip(lines, old).enumerated() {
      entities.append(try Self.entity(line, old) { Self.error($0, place, context, program) })
    }
    self.entities = entities
  }

  /// The error about the line of the entity at `place`.
  func error(_ message: String, _ place: Int) -> OKitError { Self.error(message, place, context, program) }

  private static func error(_ message: String, _ place: Int, _ context: StepContext, _ program: String) -> OKitError {
    context.error(.malformed, "line \(place + 1) of the output of \(PathComponent.printable(program)): \(message)")
  }

  private static func entity(
    _ line: ArraySlice<UInt8>, _ old: JSONValue, _ wrong: (String) -> OKitError
  ) throws -> JSONValue? {
    if line.allSatisfy(\.isJSONSpace) { return nil }
    let new: JSONValue
    do {
      new = try JSONDocument(parsing: JSONBytes(line, secret: old.document.bytes.isSecret)).root
    } catch {
      throw wrong("not valid JSON: \(error.reason) in column \(error.position.column)")
    }
    guard new.kind == .object else { throw wrong("\(new.shown) is not an entity") }
    let isSameID =
      switch (old["id"], new["id"]) {
      case (nil, nil): true
      case (let id?, let newID?): id.isSame(as: newID)
      default: false
      }
    guard isSameID else { throw wrong("the id changed, but it must stay the same") }
    return new
  }
}
