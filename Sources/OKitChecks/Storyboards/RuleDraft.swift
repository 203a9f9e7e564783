import JSONDocument
import OKitModels

/// The rules that a storyboard suggests, and the reasons why others could not be taken.
struct RuleDraft {
  /// A rule with its place in the storyboard.
  struct Taken {
    var addition: RuleAddition
    var place: StoryboardPlace
  }

  /// Something in a storyboard that is not a rule now.
  struct Skipped: Hashable {
    let place: StoryboardPlace
    let message: String
  }

  private struct Key: Hashable {
    let className: String
    let property: String?
    let keyword: String
  }

  private(set) var taken: [Taken] = []
  private(set) var skipped: [Skipped] = []
  private var indices: [Key: Int] = [:]
  private var known: Set<Skipped> = []

  /// Notes something that is not taken. The same is noted once, even if a screen shows several classes.
  mutating func skip(_ message: String, at place: StoryboardPlace) {
    let skipped = Skipped(place: place, message: message)
    if known.insert(skipped).inserted { self.skipped.append(skipped) }
  }

  /// Adds a rule. If another row says something else about the same property, the rule that more values satisfy is taken, or else the first one.
  mutating func take(_ rule: RuleAddition, at place: StoryboardPlace) {
    guard let first = rule.members.first else { return }
    let isList = rule.property == nil
    let key = Key(
      className: rule.className, property: rule.property, keyword: isList ? first.keyword + first.json : first.keyword)
    guard let index = indices[key] else {
      indices[key] = taken.count
      taken.append(Taken(addition: rule, place: place))
      return
    }
    let other = taken[index]
    if other.addition == rule { return }
    let name = "\(rule.className).\(rule.property ?? "")"
    if ["minimum", "maximum"].contains(first.keyword) {
      let isWider = Self.isWider(first, than: other.addition.members[0])
      if isWider { taken[index] = Taken(addition: rule, place: place) }
      skip(
        "\(name) has the \(first.keyword) \(other.addition.members[0].json) in \(other.place.text) and \(first.json) here; "
          + "took \(isWider ? first.json : other.addition.members[0].json), which allows more values", at: place)
    } else {
      let old = other.addition.members.map { "\($0.keyword) \($0.json)" }.joined(separator: ", ")
      skip("\(name) has the rule \(old) in \(other.place.text), and another one here; took the first", at: place)
    }
  }

  /// Drops each bound that no value satisfies together with an earlier one of the same property.
  mutating func dropContradictions() {
    var bounds: [Key: Taken] = [:]
    for rule in taken {
      let addition = rule.addition
      guard let member = addition.members.first, let opposite = member.oppositeKeyword else { continue }
      func key(_ keyword: String) -> Key {
        Key(className: addition.className, property: addition.property, keyword: keyword)
      }
      guard let other = bounds[key(opposite)], let bound = other.addition.members.first,
        let json = try? JSONDocument(parsing: bound.json).root, member.excludes(json)
      else {
        bounds[key(member.keyword)] = rule
        continue
      }
      taken.removeAll { $0.addition == addition }
      skip("\(addition.name) should be \(addition.text), but \(other.place.text) says \(bound.json)", at: rule.place)
    }
  }

  private static func isWider(_ rule: RuleAddition.Member, than other: RuleAddition.Member) -> Bool {
    guard let new = try? JSONDocument(parsing: rule.json).root, let old = try? JSONDocument(parsing: other.json).root,
      let order = new.numericOrder(to: old)
    else { return false }
    return rule.keyword == "minimum" ? order < 0 : order > 0
  }
}
