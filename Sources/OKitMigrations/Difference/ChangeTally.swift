import OKitModels
import OKitStorage

/// What a migration changes in a model, each once, with the numbers that the data give.
struct ChangeTally {
  /// In the order in which they were first met.
  private(set) var changes: [MigrationChange] = []
  private var places: [String: Int] = [:]

  /// The place of a change among ``changes``; made where it is met for the first time.
  mutating func place(of kind: MigrationChange.Kind, _ subject: String, _ detail: String? = nil) -> Int {
    let key = "\(kind.rawValue) \(subject) \(detail ?? "")"
    if let place = places[key] { return place }
    changes.append(MigrationChange(kind: kind, subject: subject, detail: detail))
    places[key] = changes.count - 1
    return changes.count - 1
  }

  /// Notes that the change at `place` concerns one more object or value.
  mutating func count(_ place: Int) { changes[place].count += 1 }

  /// Notes a value that the change at `place` loses.
  mutating func lose(_ json: String, _ place: Int) { changes[place].note(lost: json) }
}
