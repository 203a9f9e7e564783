import Bindings
import JSONDocument
import OKitModels
import OKitStorage
import Tables

/// Finds the places in elements that the columns of a table belong to.
struct RowColumns {
  /// The columns, without ignored ones.
  private(set) var all: [RowColumn] = []
  /// The column with the keys.
  let key: RowColumn

  /// Throws `EditError` with the place of a heading, or errors of kind `notFound` for a column that the table lacks.
  init(
    _ request: RowImport, _ table: TableFile, file: String, elements: [JSONValue], class className: String?,
    _ session: EditSession
  ) throws {
    let headings = table.headings.map(\.text)
    for (heading, _) in request.bindings where !headings.contains(where: { $0.isExactly(heading) }) {
      throw Self.missing(heading, headings)
    }
    let places = ColumnPlaces(className: className, elements: elements, session: session)
    for (index, heading) in table.headings.enumerated() {
      let mapped = request.bindings.first { $0.heading.isExactly(heading.text) }
      if let mapped, mapped.binding == nil { continue }
      do {
        let binding = try mapped?.binding ?? places.binding(of: heading.text)
        if let other = all.first(where: { $0.binding == binding }) {
          throw OKitError(
            .usage,
            "the columns \(PathComponent.printable(other.heading.text)) and "
              + "\(PathComponent.printable(heading.text)) have the same binding")
        }
        let place = try places.place(of: binding, heading.text, isKey: binding == request.key)
        all.append(try RowColumn(index, heading, binding, keys: place?.keys, type: place?.type, elements, session))
      } catch {
        throw EditError(label: "\(file):\(heading.position.line):\(heading.position.column)", underlying: error)
      }
    }
    guard let key = all.first(where: { $0.binding == request.key }) else {
      throw Self.missing(request.key.description, all.map(\.binding.description))
    }
    self.key = key
    for match in request.matches {
      guard let column = all.first(where: { $0.binding == match.column }) else {
        throw Self.missing(match.column.description, all.map(\.binding.description))
      }
      guard column.isReference else {
        throw OKitError(.usage, "\(PathComponent.printable(match.column.description)) is not a reference")
      }
      column.targets = try ReferenceTargets(match, column, elements, session)
    }
  }

  private static func missing(_ name: String, _ names: [String]) -> OKitError {
    OKitError(
      .notFound, "no column \(PathComponent.printable(name))", remedy: .candidates(names, insteadOf: name))
  }
}
