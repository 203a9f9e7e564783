import Definitions

/// A table that shows objects of models as rows.
package struct RelationalTable {
  /// The objects of the table.
  enum Content {
    /// The entities of a class.
    case entities(String)
    /// The references in the array or dictionary of this type at these keys of a class's entities.
    case references(String, keys: [String], PropertyType)
    /// The images and other data of all models.
    case attachments
    /// The cases of an enumeration.
    case cases(Enumeration)
  }

  /// The name, unique without regard to the case of ASCII letters.
  package let name: String
  /// The columns.
  package let columns: [RelationalColumn]
  let content: Content
  /// The name of the class, if another table has it or SQLite reserves it; nil otherwise.
  let replacedName: String?
}

extension RelationalTable {
  /// The enumeration whose cases are the rows; nil for other tables.
  var enumeration: Enumeration? { if case .cases(let enumeration) = content { enumeration } else { nil } }

  /// The number of the column with the ids; nil if there is none.
  var idColumn: Int? { columns.firstIndex { if case .value(["id"], _) = $0.content { true } else { false } } }
}
