import Testing

/// One thing that is wrong with the Bookshop, what `check` is to say of it, and what `check --fix` is to make of it.
struct ShopDamage: Sendable, CustomTestStringConvertible {
  /// A change of a file in the data folder.
  enum Change {
    /// `old`, which is there once, becomes `new`. In what --fix makes, `UUID` stands for a new id.
    case edit(String, String, String)
    /// The file becomes this text, in the form of its model.
    case write(String, String)
    /// The file gets one byte more.
    case lengthen(String)
    /// The file is stored in another form.
    case convert(String)
    case remove(String)
    /// The file goes to `okit/backup/orphans-TIME`.
    case setAside(String)
  }

  /// A finding. Its place in the file is where ▸ is in `at`.
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
  /// What --fix does.
  let repairs: [Change]
  /// What is found after it.
  let left: [Found]

  var testDescription: String { name }

  /// Damage that has no safe answer.
  init(_ name: String, _ changes: [Change], _ findings: [Found]) {
    (self.name, self.changes, self.findings, repairs, left) = (name, changes, findings, [], findings)
  }

  /// Damage that is mended by `repairs`.
  init(_ name: String, _ changes: [Change], _ findings: [Found], repairs: [Change], left: [Found] = []) {
    (self.name, self.changes, self.findings, self.repairs, self.left) = (name, changes, findings, repairs, left)
  }
}
