import Definitions

/// A column of a ``RelationalTable``.
package struct RelationalColumn {
  /// The content of the column.
  enum Content {
    /// The path of the object, which okit accepts as input.
    case path
    /// The model.
    case model
    /// The path of the entity that contains the object.
    case parent
    /// The path from that entity to the object, without the position.
    case property
    /// The position in its array, from 0.
    case position
    /// The value at these keys, as a value of this type.
    case value([String], PropertyType)
    /// The id that the reference at these keys leads to.
    case reference([String])
    /// The file with the bytes of an attachment, relative to the data folder.
    case file
    /// The bytes of an attachment.
    case bytes
    /// The raw value of an enumeration's case.
    case rawValue
    /// The name of an enumeration's case.
    case caseName
  }

  /// The type of its values in SQL.
  enum SQLType: String {
    case text = "TEXT"
    case integer = "INTEGER"
    case real = "REAL"
    case blob = "BLOB"
    /// A decimal number as text, so that no digit is lost.
    case decimal
    /// A date as text.
    case date
    /// Values of different types.
    case any = ""
  }

  /// The name, unique in the table.
  package let name: String
  let content: Content
  let type: SQLType
  /// The name that the column would have if no other column had it; nil if it has that name.
  var replacedName: String?
}

extension RelationalColumn.SQLType {
  /// The type of columns for values of a Swift type.
  init(_ type: PropertyType, in definitions: Definitions) {
    switch type {
    case .optional(let wrapped): self.init(wrapped, in: definitions)
    case .rawRepresentable(_, let raw): self.init(raw, in: definitions)
    case .bool, .integer: self = .integer
    case .float, .double: self = .real
    case .decimal: self = .decimal
    case .date: self = .date
    case .enumeration(let name): self = definitions.enumerations[name]?.rawType == .string ? .text : .integer
    case .other: self = .any
    default: self = .text
    }
  }
}
