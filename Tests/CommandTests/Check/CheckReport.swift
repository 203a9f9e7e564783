/// The output of `check --json`.
struct CheckReport: Decodable {
  /// A finding or a repair.
  struct Entry: Decodable, Hashable {
    var kind: String
    var model: String?
    var path: String?
    var file: String
    var line: Int?
    var column: Int?
  }

  let findings: [Entry]
  let repaired: [Entry]?
  let repairable: [Entry]?
  let knowsAllModels: Bool
}

extension CheckReport.Entry: Comparable {
  static func < (left: Self, right: Self) -> Bool { left.words.lexicographicallyPrecedes(right.words) }

  private var words: [String] {
    [file, kind, model ?? "", path ?? ""] + [line, column].map { $0.map(String.init) ?? "" }
  }

  /// The finding as a repair reports it.
  var withoutPath: Self {
    var entry = self
    entry.path = nil
    return entry
  }

  func matches(_ found: ShopDamage.Found) -> Bool {
    kind == found.kind && path == found.path && file == "okit/data/" + found.file
  }
}
