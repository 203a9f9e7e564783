import JSONDocument

extension Journal {
  /// The step of the history that a change becomes.
  package struct Step: Equatable, Sendable {
    /// The effect of a change on the history.
    package enum Kind: Equatable, Sendable {
      /// It changes values, and keeps the files that it replaces or removes.
      case edit
      /// It changes keys or ciphers, and no values. It keeps nothing.
      case keys
      /// It replaces data of which it made a backup: a restore, a migration or a rollback. It keeps nothing.
      case backedUp
      /// It reverses the steps with these numbers.
      case undo([Int])
      /// It makes the changes of these steps again, which an undo has reversed.
      case redo([Int])

      /// The steps that it reverses or makes again; none for any other kind.
      package var reversed: [Int] {
        switch self {
        case .undo(let steps), .redo(let steps): steps
        case .edit, .keys, .backedUp: []
        }
      }

      /// True if the files that it replaces or removes are kept.
      var keepsFiles: Bool {
        switch self {
        case .edit, .undo, .redo: true
        case .keys, .backedUp: false
        }
      }
    }

    /// The number of the step. Later steps have higher numbers.
    package let number: Int
    /// The time of the commit, in seconds since 1970.
    package let time: Int64
    /// The effect of the change on the history.
    package let kind: Kind
    /// The names of kept files that are removed when the change is carried out: plain text of data that is encrypted now, or content that is
    /// larger than the history may be.
    package let drops: [String]

    package init(number: Int, time: Int64, kind: Kind, drops: [String] = []) {
      self.number = number
      self.time = time
      self.kind = kind
      self.drops = drops
    }
  }

  /// The header of the step that the change becomes; nil if it is not recorded.
  package var stepHeader: StepHeader? {
    guard let step else { return nil }
    let drops = Set(step.drops.map(ExactText.init))
    var size: Int64 = 0
    for entry in entries {
      guard let kept = entry.kept, let old = entry.old, !drops.contains(ExactText(kept.name)) else { continue }
      // The sizes in a journal that okit did not write can be any numbers.
      let (sum, overflows) = size.addingReportingOverflow(max(0, old.size))
      size = overflows ? .max : sum
    }
    return StepHeader(number: step.number, time: step.time, size: size)
  }
}

extension Journal.Step {
  /// Writes the members `step`, `time`, `kind`, `steps` for an undo or redo, and `drops`.
  func write(to writer: inout JSONWriter) {
    writer.member("step", number)
    writer.member("time", Timestamp.internet(time))
    writer.member("kind", kind.name)
    if !kind.reversed.isEmpty { writer.array("steps", of: kind.reversed) }
    if !drops.isEmpty { writer.array("drops", of: drops) }
  }

  /// The step in a journal; nil if the members are not what okit writes.
  init?(_ root: JSONValue) {
    guard let number = root["step"]?.int, number > 0, number <= StepName.maximumNumber,
      let time = root["time"]?.string.flatMap(Timestamp.parse(internet:)), time >= 0, let name = root["kind"]?.string
    else { return nil }
    let steps = root["steps"].map { $0.kind == .array ? $0.elements.map(\.int) : [nil] } ?? []
    let drops = root["drops"].map { $0.kind == .array ? $0.elements.map(\.string) : [nil] } ?? []
    guard steps.allSatisfy({ $0.map { $0 > 0 } == true }),
      drops.allSatisfy({ if case .kept? = $0.flatMap({ StepName($0) }) { true } else { false } }),
      let kind = Kind(name, steps: steps.compactMap { $0 })
    else { return nil }
    self.init(number: number, time: time, kind: kind, drops: drops.compactMap { $0 })
  }
}

extension Journal.Step.Kind {
  fileprivate var name: String {
    switch self {
    case .edit: "edit"
    case .keys: "keys"
    case .backedUp: "backed-up"
    case .undo: "undo"
    case .redo: "redo"
    }
  }

  fileprivate init?(_ name: String, steps: [Int]) {
    switch name {
    case "edit": self = .edit
    case "keys": self = .keys
    case "backed-up": self = .backedUp
    case "undo": self = .undo(steps)
    case "redo": self = .redo(steps)
    default: return nil
    }
  }
}
