import Glibc
import OKit

/// The clocks of this machine, as `TZ` says or else the machine itself: what `date` shows.
enum LocalTime {
  /// By how many seconds they are ahead of UTC at a moment, in seconds since 2001-01-01T00:00:00Z.
  static func offset(_ moment: Double) -> Int {
    guard let seconds = Int(exactly: moment.rounded(.down)) else { return 0 }
    var time = time_t(seconds) &+ 978_307_200
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// A moment, in seconds since 1970, as the clocks of `reader` show it: `2026-11-21 08:50:14`.
  static func text(_ seconds: Int64, _ reader: Reader) -> String {
    let offset = reader.clockOffset(Double(seconds &- 978_307_200))
    return Timestamp.internet(seconds &+ Int64(offset)).dropLast().split(separator: "T").joined(separator: " ")
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
