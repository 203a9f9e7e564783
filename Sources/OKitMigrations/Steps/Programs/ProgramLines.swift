import JSONDocument
import OKitModels
import OKitStorage

/// The output of a program, with a line for each entity of its input.
struct ProgramLines {
  /// The new entities; nil for unchanged ones.
  private(set) var entities: [JSONValue?] = []
  private let context: StepContext
  private let program: String

  /// Reads the lines. Throws errors of kind `malformed`, with the line, unless each entity of `old` has a line that is empty or an entity with the
  /// same id.
  init(_ output: [UInt8], for old: [JSONValue], _ context: StepContext, _ program: String) throws {
    self.context = context
    self.program = program
    var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    guard lines.count == old.count else {
      let printed = lines.count == 1 ? "1 line" : "\(lines.count) lines"
      let entities = old.count == 1 ? "1 entity" : "\(old.count) entities"
      throw error("it printed \(printed) for \(entities)", min(lines.count, old.count))
    }
    entities.reserveCapacity(lines.count)
    for (index, (line, old)) in zip(lines, old).enumerated() { entities.append(try entity(line, old, index)) }
  }

  /// Returns an error with the line of the entity at `index`.
  func error(_ message: String, _ index: Int) -> OKitError {
    context.error(.malformed, "line \(index + 1) of the output of \(PathComponent.printable(program)): \(message)")
  }

  private func entity(_ line: ArraySlice<UInt8>, _ old: JSONValue, _ index: Int) throws -> JSONValue? {
    if line.allSatisfy(\.isJSONSpace) { return nil }
    let new: JSONValue
    do {
      new = try JSONDocument(parsing: JSONBytes(line, secret: old.document.bytes.isSecret)).root
    } catch {
      throw self.error("not valid JSON: \(error.reason) in column \(error.position.column)", index)
    }
    guard new.kind == .object else { throw error("\(new.shown) is not an entity", index) }
    let isSameID =
      switch (old["id"], new["id"]) {
      case (nil, nil): true
      case (let id?, let newID?): id.isSame(as: newID)
      default: false
      }
    guard isSameID else { throw error("the id changed, but it must stay the same", index) }
    return new
  }
}
