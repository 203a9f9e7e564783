package import Bindings
package import OKitModels

/// A question about the elements of an array or the entities of a class.
package struct ListQuery {
  /// The rows before any of them is left out.
  package enum Source {
    /// The elements of the arrays and dictionaries at a path, or the objects that it leads to.
    case path(Binding)
    /// The entities of a class in the named models, or in all models without names.
    case entities(className: String, models: [ModelName])
  }

  /// A text to search for.
  package struct Search {
    /// The text.
    package let text: String
    /// The values to search, relative to a row; the columns if it is empty.
    package let bindings: [Binding]

    /// A search for `text`.
    package init(_ text: String, in bindings: [Binding] = []) {
      self.text = text
      self.bindings = bindings
    }
  }

  /// A key to sort rows by.
  package struct Sort {
    /// The key, relative to a row.
    package let binding: Binding
    /// True to begin with the largest.
    package let isDescending: Bool

    /// A key.
    package init(_ binding: Binding, descending isDescending: Bool = false) {
      self.binding = binding
      self.isDescending = isDescending
    }
  }

  /// A way to put rows together.
  package struct Grouping {
    /// The value by which rows are grouped, relative to a row; nil to group by the first letter only.
    package let binding: Binding?
    /// The name of a group, relative to a row; by default the value.
    package let name: Binding?
    /// True to sort the groups by their values. By default, they are in the order of their first rows.
    package let isSorted: Bool
    /// True to group by the first letter of the name.
    package let byLetter: Bool

    /// A way to put rows together.
    package init(by binding: Binding?, name: Binding? = nil, isSorted: Bool = false, byLetter: Bool = false) {
      self.binding = binding
      self.name = name
      self.isSorted = isSorted
      self.byLetter = byLetter
    }
  }

  /// The rows before any of them is left out.
  package var source: Source
  /// The columns; by default those of the class.
  package var columns: [ListColumn] = []
  /// True for values as people read them: the names of enumeration cases, and several values as one text.
  package var isForPeople = false
  /// The conditions that rows must meet.
  package var conditions: [BindingCondition] = []
  /// The text to search for.
  package var search: Search?
  /// The keys to sort by, the first one first.
  package var sorts: [Sort] = []
  /// True to sort texts as people do: `Book 9` before `Book 10`, in the reader's language.
  package var isNatural = false
  /// The way to put rows together.
  package var grouping: Grouping?
  /// The number of rows to leave out at the beginning.
  package var offset = 0
  /// The largest number of rows.
  package var limit: Int?

  /// A question about `source`.
  package init(_ source: Source) {
    self.source = source
  }
}

/// A column of a list.
package struct ListColumn: Sendable {
  /// The heading.
  package let title: String
  /// The value, relative to a row.
  package let binding: Binding

  /// A column with a heading.
  package init(title: String, binding: Binding) {
    self.title = title
    self.binding = binding
  }

  /// Parses `Price=%€ ,price/round2` or `price`, whose heading is the binding itself. Throws `BindingError`.
  package init(parsing text: String) throws(BindingError) {
    if let sign = Self.sign(in: text), sign > text.startIndex {
      title = String(text[..<sign])
      binding = try Binding(parsing: String(text[text.utf8.index(after: sign)...]))
    } else {
      title = text
      binding = try Binding(parsing: text)
    }
  }

  /// Returns the place of the first equals sign that is not in brackets, where it belongs to a condition or a parameter.
  private static func sign(in text: String) -> String.Index? {
    var depth = 0
    return text.utf8.indices.first { index in
      switch text.utf8[index] {
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "="): return depth == 0
      default: break
      }
      return false
    }
  }
}
