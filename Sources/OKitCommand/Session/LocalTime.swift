import Glibc
import OKitModels
import OKitStorage

/// The clocks of this machine, as `TZ` says or else the machine itself: what `date` shows.
enum LocalTime {
  /// By how many seconds they are ahead of UTC at a moment, in seconds since 2001-01-01T00:00:00Z.
  static func offset(_ moment: Double) -> Int {
    guard let seconds = Int(exactly: moment.rounded(.down)) else { return 0 }
    var time = time_t(seconds) &+ 978_307_200
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// A moment, in seconds since 1970, as people say it: `3 minutes ago`, and beyond a week as the clocks of `reader` show it,
  /// `2026-11-21 08:50`.
  static func nearText(_ seconds: Int64, now: Int64, _ reader: Reader) -> String {
    switch now &- seconds {
    case 0..<60: return "just now"
    case let passed where (60..<3600).contains(passed): return "\(count(Int(passed / 60), "minute")) ago"
    case let passed where (3600..<86_400).contains(passed): return "\(count(Int(passed / 3600), "hour")) ago"
    case let passed where (86_400..<604_800).contains(passed): return "\(count(Int(passed / 86_400), "day")) ago"
    default:
      let offset = reader.clockOffset(Double(seconds &- 978_307_200))
      let text = Timestamp.internet(seconds &+ Int64(offset))
      return text.split(separator: "T").joined(separator: " ").prefix(text.utf8.count - 4).description
    }
  }

  /// Whether a value of `TZ` names a zone that this machine knows, or describes one as POSIX does (`CET-1CEST`). Others are taken for UTC in
  /// silence.
  static func knows(_ zone: String, folder: String?) -> Bool {
    let name = zone.utf8.first == UInt8(ascii: ":") ? String(zone.dropFirst()) : zone
    if name.isEmpty { return true }
    let path = name.utf8.first == UInt8(ascii: "/") ? name : "\(folder ?? "/usr/share/zoneinfo")/\(name)"
    if access(path, R_OK) == 0 { return true }
    // A description has the hours to UTC; what comes behind a comma are rules.
    let offset = name.utf8.prefix { $0 != UInt8(ascii: ",") }
    return !offset.contains(UInt8(ascii: "/"))
      && offset.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
