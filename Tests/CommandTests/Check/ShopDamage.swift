import Testing

/// One thing that is wrong with the Bookshop, the findings of `check`, and the changes of `check --fix`.
struct ShopDamage: Sendable, CustomTestStringConvertible {
  /// A change of a file in the data folder.
  enum Change {
    /// Replaces a text that occurs once in the file. In the expected changes of `check --fix`, `UUID` stands for any new id.
    case edit(String, String, String)
    /// Replaces the file with this text, in the form of its model.
    case write(String, String)
    /// Appends one byte to the file.
    case lengthen(String)
    /// Stores the file in another form.
    case convert(String)
    case remove(String)
    /// Moves the file to `okit/backup/orphans-TIME`.
    case setAside(String)
  }

  /// A finding. ▸ in `at` marks its position in the file.
  struct Found {
    var kind: String
    var model: String?
    var path: String?
    var file: String
    var at: String?

    init(_ kind: String, _ path: String? = nil, model: String? = "default", in file: String? = nil, at: String? = nil) {
      (self.kind, self.path, self.model, self.at) = (kind, path, model, at)
      self.file = file ?? "\(model ?? "").json"
    }
  }

  let name: String
  let changes: [Change]
  let findings: [Found]
  /// The changes that --fix makes.
  let repairs: [Change]
  /// The findings that remain after --fix.
  let left: [Found]

  var testDescription: String { name }

  /// Damage without a safe repair.
  init(_ name: String, _ changes: [Change], _ findings: [Found]) {
    (self.name, self.changes, self.findings, repairs, left) = (name, changes, findings, [], findings)
  }

  /// Damage that `repairs` fix.
  init(_ name: String, _ changes: [Change], _ findings: [Found], repairs: [Change], left: [Found] = []) {
    (self.name, self.changes, self.findings, self.repairs, self.left) = (name, changes, findings, repairs, left)
  }
}
