import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The changes of each object of a class.
final class ObjectPlan {
  /// A member that stays, possibly with another key or type. It is a class, because millions of values refer to it.
  final class Kept {
    let old: PropertyDefinition
    let new: PropertyDefinition
    /// The index of the change that renames it.
    let renaming: Int?
    /// The index of the change that gives it another type.
    let retyping: Int?
    /// The index of the change that makes it required.
    let requiring: Int?
    /// True if its values may have to change.
    let isChanging: Bool
    /// The new class of the object.
    let className: String
    let allowsLoss: Bool

    fileprivate init(
      _ kept: ClassDifference.Kept, of difference: ClassDifference, in whole: DefinitionDifference, allowsLoss: Bool,
      _ tally: inout ChangeTally
    ) {
      (old, new) = (kept.old, kept.new)
      let subject = "\(difference.old.name).\(old.name)"
      let isRenamed = !old.key.isExactly(new.key)
      if !old.type.isOptional, new.type.isOptional { _ = tally.changeIndex(of: .madeOptional, subject) }
      renaming = isRenamed ? tally.changeIndex(of: .renamed, subject, kept.newName) : nil
      retyping = whole.typeChange(of: kept).map { tally.changeIndex(of: $0.kind, subject, $0.detail) }
      requiring =
        new.isRequired && !old.isRequired ? tally.changeIndex(of: .madeRequired, subject, new.defaultValue?.text) : nil
      isChanging = whole.isChanging(old.type, new.type)
      className = difference.new.name
      self.allowsLoss = allowsLoss
    }
  }

  /// A member that is removed.
  struct Removed {
    let change: Int
    let allowsLoss: Bool
    /// The new properties that it may have become.
    let candidates: [String]
  }

  enum Member {
    case kept(Kept)
    case removed(Removed)
    /// A new property, which the data may already have as an undefined member.
    case added
  }

  /// The maximum number of candidates for a removed property. With tens of thousands of properties, each would otherwise list all others.
  static let maximumCandidates = 100

  let old: ClassDefinition
  let new: ClassDefinition
  let keys: KeyOrder
  /// The members in the order of ``keys``.
  let members: [Member]
  /// The new properties, with their changes and their indices in ``keys``. A property has none if its key belonged to another property.
  let added: [(property: PropertyDefinition, change: Int, index: Int?)]
  /// The index of the change that renames the class.
  let classRenaming: Int?

  /// Creates the plan for `difference`, a part of `whole`, and adds its changes to `tally`.
  init(
    _ difference: ClassDifference, of whole: DefinitionDifference, answers: IndexedAnswers, _ tally: inout ChangeTally
  ) {
    old = difference.old
    new = difference.new
    let (name, new) = (old.name, new)
    classRenaming = old.name == new.name ? nil : tally.changeIndex(of: .classRenamed, old.name, new.name)
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
        candidates[property.type] = added.prefix(Self.maximumCandidates).map(\.name)
      }
      keys.append(property.key)
      members.append(
        .removed(
          Removed(
            change: tally.changeIndex(of: .removed, "\(name).\(property.name)"),
            allowsLoss: allowsLoss([property.name, property.key]),
            candidates: candidates[property.type] ?? [])))
    }
    let formerKeys = Set(keys.map(ExactText.init))
    var added: [(PropertyDefinition, Int, Int?)] = []
    for property in difference.added {
      let text = whole.initial(of: property).map { " = \($0)" } ?? ""
      let change = tally.changeIndex(of: .added, "\(difference.new.name).\(property.name)", "\(property.type)\(text)")
      // A member with this key belongs to the former property.
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

/// The changes of a model with their counts, each change once.
struct ChangeTally {
  private(set) var changes: [MigrationChange] = []
  private var indices: [String: Int] = [:]

  /// Returns the index of a change in ``changes``, and adds it if it is missing.
  mutating func changeIndex(of kind: MigrationChange.Kind, _ subject: String, _ detail: String? = nil) -> Int {
    let key = "\(kind.rawValue) \(subject) \(detail ?? "")"
    if let index = indices[key] { return index }
    changes.append(MigrationChange(kind: kind, subject: subject, detail: detail))
    indices[key] = changes.count - 1
    return changes.count - 1
  }

  mutating func count(_ index: Int) { changes[index].count += 1 }

  mutating func lose(_ json: String, _ index: Int) { changes[index].note(lost: json) }
}
