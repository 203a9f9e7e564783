import JSONDocument
import OKitStorage

/// The rules by which `backup prune` keeps backups, `backup.keep` in `okit.json`. They have the names and the meaning of restic's.
package struct RetentionRules: Equatable, Sendable {
  /// A calendar period, from each of which one backup is kept.
  package enum Period: String, CaseIterable, Sendable {
    /// No period: each backup counts.
    case last
    case hourly, daily, weekly, monthly, yearly
  }

  /// From how many of the latest periods a backup is kept.
  package var counts: [Period: Int] = [:]
  /// All backups made in this period before the newest one are kept.
  package var within: RetentionPeriod?
  /// All backups with all tags of one of these lists are kept.
  package var tags: [[String]] = []

  /// Rules that keep nothing.
  package init() {}

  /// True if no rule is given.
  package var isEmpty: Bool { counts.isEmpty && within == nil && tags.isEmpty }

  /// The rules in the object `value`; none if it is nil. An unknown member is an error, because a misspelled rule would keep nothing.
  init(_ value: JSONValue?, _ wrong: (JSONValue?, String) -> OKitError) throws {
    guard let value else { return }
    guard value.kind == .object else { throw wrong(value, "keep is not an object") }
    var known: Set<ExactText> = []
    // Of several members with the same name, the first one counts, as everywhere.
    for (key, member) in value.members where known.insert(ExactText(key.string)).inserted {
      switch key.string {
      case "within":
        guard let period = member.string.flatMap(RetentionPeriod.init) else {
          throw wrong(member, "within is not a period such as \"30d\" or \"1y6m\"")
        }
        within = period
      case "tags":
        let lists = member.kind == .array ? member.elements.map { $0.string.flatMap(Self.tags) } : [nil]
        guard lists.allSatisfy({ $0 != nil }) else { throw wrong(member, "tags is not an array of tags") }
        tags = lists.compactMap { $0 }
      case let name:
        guard let period = Period(rawValue: name) else { throw wrong(member, "keep has no rule \(name)") }
        guard let count = member.int, count >= 0 else { throw wrong(member, "\(name) is not a number of backups") }
        counts[period] = count > 0 ? count : nil
      }
    }
  }

  /// Returns the tags in a text that separates them by commas, without the spaces around them; nil if one of them is empty.
  package static func tags(_ text: String) -> [String]? {
    let tags = text.split(separator: ",", omittingEmptySubsequences: false).map { tag in
      String(tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return tags.contains("") ? nil : tags
  }
}
