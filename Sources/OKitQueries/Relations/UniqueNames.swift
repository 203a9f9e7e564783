import SQLite

/// Gives each table, column or file a name that no other one has. SQL does not distinguish upper and lower case.
struct UniqueNames {
  private var taken: Set<String> = []

  /// Returns `name`, or if it is taken, `prefix` and the name, or the name and a number.
  mutating func add(_ name: String, orWithPrefix prefix: String? = nil) -> String {
    // A name cannot be empty in SQL, and ends at a NUL.
    var plain = name.utf8.contains(0) ? String(name.unicodeScalars.map { $0 == "\0" ? "_" : Character($0) }) : name
    if plain.isEmpty { plain = "_" }
    if take(plain) { return plain }
    if let prefix, take(prefix + plain) { return prefix + plain }
    var number = 2
    while !take("\(plain)_\(number)") { number += 1 }
    return "\(plain)_\(number)"
  }

  private mutating func take(_ name: String) -> Bool { taken.insert(SQLName.folded(name)).inserted }
}
