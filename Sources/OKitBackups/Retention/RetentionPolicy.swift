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
    guard let newest = candidates.first(where: { $0.reasonNotCounted == nil }) else {
      // No rule can tell which of them is worth keeping.
      return candidates.map { [$0.reasonNotCounted ?? ""] }
    }
    let oldestCounted = candidates.lastIndex { $0.reasonNotCounted == nil }
    let bound = start(ofPeriodBefore: newest.time)
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
        guard !isOldest || index == oldestCounted else { continue }
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
    let date = Timestamp.civilDate(local.flooredQuotientAndRemainder(dividingBy: 86_400).quotient)
    // timegm normalizes a month or day outside of its range.
    var parts = tm()
    parts.tm_year = Int32(date.year - 1900) - Int32(period.years)
    parts.tm_mon = Int32(date.month - 1) - Int32(period.months)
    parts.tm_mday = Int32(date.day) - Int32(period.days)
    parts.tm_sec = Int32(local.flooredQuotientAndRemainder(dividingBy: 86_400).remainder)
    let start = Int64(timegm(&parts))
    return start - Int64(localOffset(start - Int64(localOffset(start)))) - Int64(period.hours) * 3600
  }

  /// Returns the number of the local calendar period that contains a time; nil if each backup has a period of its own.
  private func key(of time: Int64, in period: RetentionRules.Period) -> Int64? {
    let local = time + Int64(localOffset(time))
    let day = local.flooredQuotientAndRemainder(dividingBy: 86_400).quotient
    let date = Timestamp.civilDate(day)
    switch period {
    case .last: return nil
    case .hourly: return local.flooredQuotientAndRemainder(dividingBy: 3600).quotient
    case .daily: return day
    // Weeks begin on Monday, and 1970 began on a Thursday.
    case .weekly: return (day + 3).flooredQuotientAndRemainder(dividingBy: 7).quotient
    case .monthly: return date.year * 12 + date.month
    case .yearly: return date.year
    }
  }
}
