import Glibc
import JSONDocument
import OKitModels
import OKitStorage

/// Applies retention rules to the backups of one workspace, as restic does.
struct RetentionPolicy {
  /// A backup, as far as the rules concern it.
  struct Candidate {
    /// The time of the backup, in seconds since 1970.
    let time: Int64
    let tags: [String]
    /// The reason that the backup does not count, so that it takes no other one's place; nil if it counts.
    var reasonNotCounted: String?
  }

  let rules: RetentionRules
  /// Returns the offset of the local time from UTC at a time, both in seconds.
  let localOffset: (Int64) -> Int

  /// Returns for each candidate the rules that keep it; none if it can be removed. `candidates` begin with the newest.
  func reasons(for candidates: [Candidate]) -> [[String]] {
    let newest = candidates.first { $0.reasonNotCounted == nil }
    let bound = newest.flatMap { start(ofPeriodBefore: $0.time) }
    var remaining = rules.counts
    var latest: [RetentionRules.Period: Int64] = [:]
    return candidates.enumerated().map { index, candidate in
      let note = candidate.reasonNotCounted.map { " (\($0))" } ?? ""
      var reasons: [String] = []
      for period in RetentionRules.Period.allCases {
        guard let count = remaining[period], count > 0 else { continue }
        let key = key(of: candidate.time, in: period) ?? Int64(index)
        // The oldest backup is kept as well while a rule asks for more, so that the history stays as long as it can be.
        let isOldest = latest[period] == key
        guard !isOldest || index == candidates.count - 1 else { continue }
        reasons.append((isOldest ? "oldest " : "") + period.rawValue + note)
        if candidate.reasonNotCounted != nil { continue }
        latest[period] = key
        remaining[period] = count - 1
      }
      if let bound, candidate.time > bound { reasons.append("within" + note) }
      if let tags = rules.tags.first(where: { $0.allSatisfy { tag in candidate.tags.contains(where: tag.isExactly) } })
      {
        reasons.append("tag \(tags.joined(separator: ","))" + note)
      }
      return reasons
    }
  }

  /// Returns the start of the period of `keep-within` that ends at `time`; nil without that rule.
  private func start(ofPeriodBefore time: Int64) -> Int64? {
    guard let period = rules.within else { return nil }
    let local = time + Int64(localOffset(time))
    let date = Timestamp.civilDate(Self.floored(local, 86_400))
    // timegm normalizes a month or day outside of its range.
    var parts = tm()
    parts.tm_year = Int32(date.year - 1900) - Int32(period.years)
    parts.tm_mon = Int32(date.month - 1) - Int32(period.months)
    parts.tm_mday = Int32(date.day) - Int32(period.days)
    parts.tm_sec = Int32(local - Self.floored(local, 86_400) * 86_400)
    let start = Int64(timegm(&parts))
    return start - Int64(localOffset(start - Int64(localOffset(start)))) - Int64(period.hours) * 3600
  }

  private static func floored(_ time: Int64, _ unit: Int64) -> Int64 {
    time / unit - (time % unit < 0 ? 1 : 0)
  }

  /// Returns the number of the local calendar period that contains a time; nil if each backup has a period of its own.
  private func key(of time: Int64, in period: RetentionRules.Period) -> Int64? {
    let local = time + Int64(localOffset(time))
    let day = Self.floored(local, 86_400)
    let date = Timestamp.civilDate(day)
    switch period {
    case .last: return nil
    case .hourly: return Self.floored(local, 3600)
    case .daily: return day
    // Weeks begin on Monday, and 1970 began on a Thursday.
    case .weekly: return Self.floored(day + 3, 7)
    case .monthly: return date.year * 12 + date.month
    case .yearly: return date.year
    }
  }
}
