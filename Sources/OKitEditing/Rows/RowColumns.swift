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
        let place = try places.place(of: binding, heading.text, isKey: binding == request.key)
        // One value can be written in several ways.
        if let other = all.first(where: { $0.binding == binding || $0.keys != nil && $0.keys == place?.keys }) {
          throw OKitError(
            .usage,
            "the columns \(PathComponent.printable(other.heading.text)) and "
              + "\(PathComponent.printable(heading.text)) have the same binding")
        }
        all.append(try RowColumn(index, heading, binding, keys: place?.keys, type: place?.type, elements, session))
      } catch {
        throw EditError(label: "\(file):\(heading.position.line):\(heading.position.column)", underlying: error)
      }
    }
    let columns = all
    /// Returns the column of a binding, which can be written in several ways.
    func column(of binding: Binding) -> RowColumn? {
      if let column = columns.first(where: { $0.binding == binding }) { return column }
      let keys = (try? places.place(of: binding, binding.description, isKey: true))??.keys
      return keys.flatMap { keys in columns.first { $0.keys == keys } }
    }
    guard let key = column(of: request.key) else {
      throw Self.missing(request.key.description, all.map(\.binding.description))
    }
    self.key = key
    for match in request.matches {
      guard let column = column(of: match.column) else {
        throw Self.missing(match.column.description, all.map(\.binding.description))
      }
      guard column.isReference else {
        throw OKitError(.usage, "\(PathComponent.printable(match.column.description)) is not a reference")
      }
      guard column.targets == nil else {
        throw OKitError(.usage, "\(PathComponent.printable(match.column.description)) is matched twice")
      }
      column.targets = try ReferenceTargets(match, column, elements, session)
    }
  }

  private static func missing(_ name: String, _ names: [String]) -> OKitError {
    OKitError(
      .notFound, "no column \(PathComponent.printable(name))", remedy: .candidates(names, insteadOf: name))
  }
}
