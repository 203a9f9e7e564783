import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// What is to be done with each object of a class on its way to another one.
final class ObjectPlan {
  /// A member that stays, if under another key or as another type. Of a million values that are still to be looked at, each knows its own.
  final class Kept {
    let old: PropertyDefinition
    let new: PropertyDefinition
    /// The change that gives it another key; nil where it keeps it.
    let renaming: Int?
    /// The change that makes another type of it; nil where there is none.
    let retyping: Int?
    /// The change that makes it required; nil where it was before, or is not.
    let requiring: Int?
    /// Whether something in its values may have to change.
    let isChanging: Bool
    /// The class that the object becomes one of.
    let className: String
    /// Whether values that cannot be converted may be lost.
    let allowsLoss: Bool

    fileprivate init(
      _ kept: ClassDifference.Kept, of difference: ClassDifference, in whole: DefinitionDifference, allowsLoss: Bool,
      _ tally: inout ChangeTally
    ) {
      (old, new) = (kept.old, kept.new)
      let subject = "\(difference.old.name).\(old.name)"
      let isRenamed = !old.key.isExactly(new.key)
      if !old.type.isOptional, new.type.isOptional { _ = tally.place(of: .madeOptional, subject) }
      renaming = isRenamed ? tally.place(of: .renamed, subject, kept.newName) : nil
      retyping = whole.typeChange(of: kept).map { tally.place(of: $0.kind, subject, $0.detail) }
      requiring =
        new.isRequired && !old.isRequired ? tally.place(of: .madeRequired, subject, new.defaultValue?.text) : nil
      isChanging = whole.isChanging(old.type, new.type)
      className = difference.new.name
      self.allowsLoss = allowsLoss
    }
  }

  /// A member that goes.
  struct Removed {
    let change: Int
    let allowsLoss: Bool
    /// The names of new properties that it may be by now, at most ``mostCandidates``.
    let candidates: [String]
  }

  /// What there is under a key.
  enum Member {
    case kept(Kept)
    case removed(Removed)
    /// One that is new, and yet there: nobody defined it before.
    case added
  }

  /// Nobody looks through more, and of tens of thousands of properties each would list all the others.
  static let mostCandidates = 100

  let old: ClassDefinition
  let new: ClassDefinition
  let keys: KeyOrder
  /// By their places in ``keys``.
  let members: [Member]
  /// The properties that are new, with their changes and their places in ``keys``; those have none whose key another property had before.
  let added: [(property: PropertyDefinition, change: Int, place: Int?)]
  /// The change that gives the class another name.
  let classRenaming: Int?

  /// What `difference`, a part of `whole`, means for objects; its changes are noted in `tally`.
  init(
    _ difference: ClassDifference, of whole: DefinitionDifference, answers: IndexedAnswers, _ tally: inout ChangeTally
  ) {
    old = difference.old
    new = difference.new
    let (name, new) = (old.name, new)
    classRenaming = old.name == new.name ? nil : tally.place(of: .classRenamed, old.name, new.name)
    func allowsLoss(_ names: [String]) -> Bool {
      answers.allowsLoss(of: names, in: difference.old.name) || answers.allowsLoss(of: names, in: difference.new.name)
    }
    var keys: [String] = []
    var members: [Member] = []
    for kept in difference.kept {
      keys.append(kept.old.key)
      let names = [kept.old.name, kept.old.key, kept.new.name, kept.new.key]
      members.append(.kept(Kept(kept, of: difference, in: whole, allowsLoss: allowsLoss(names), &tally)))
    }
    var candidates: [PropertyType: [String]] = [:]
    for property in difference.removed {
      if candidates[property.type] == nil {
        let added = difference.added.lazy.filter { whole.resembles(property.type, $0.type) }
        candidates[property.type] = added.prefix(Self.mostCandidates).map(\.name)
      }
      keys.append(property.key)
      members.append(
        .removed(
          Removed(
            change: tally.place(of: .removed, "\(name).\(property.name)"),
            allowsLoss: allowsLoss([property.name, property.key]),
            candidates: candidates[property.type] ?? [])))
    }
    let formerKeys = Set(keys.map(ExactText.init))
    var added: [(PropertyDefinition, Int, Int?)] = []
    for property in difference.added {
      let text = whole.initial(of: property).map { " = \($0)" } ?? ""
      let change = tally.place(of: .added, "\(difference.new.name).\(property.name)", "\(property.type)\(text)")
      // What is under the key of a former property is that one.
      let isFormer = formerKeys.contains(ExactText(property.key))
      added.append((property, change, isFormer ? nil : members.count))
      guard !isFormer else { continue }
      keys.append(property.key)
      members.append(.added)
    }
    self.added = added
    self.keys = KeyOrder(keys)
    self.members = members
  }
}

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
