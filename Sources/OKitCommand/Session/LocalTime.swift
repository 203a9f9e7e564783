import Bindings
import Glibc
import OKitModels
import OKitStorage

/// The local time of this machine, with the time zone of `TZ` or of the system.
enum LocalTime {
  /// Returns the offset from UTC in seconds at a moment, which is given in seconds since 2001-01-01T00:00:00Z.
  static func offset(_ moment: Double) -> Int {
    guard let seconds = Int(exactly: moment.rounded(.down)) else { return 0 }
    var time = time_t(seconds) &+ 978_307_200
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// Formats a moment, given in seconds since 1970, as `3 minutes ago`, or after a week in the local time of `reader`, `2026-11-21 08:50`.
  static func nearText(_ seconds: Int64, now: Int64, _ reader: LocalePreferences) -> String {
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

  /// Returns the name of the time zone that a value of `TZ` names, or of the system's if it is not set; nil if it has no name.
  static func zone(_ variable: String?) -> String? {
    let text = variable.map(withoutColon) ?? FilePath(text: "/etc/localtime").resolved?.text ?? ""
    if text.isEmpty { return "Etc/UTC" }
    if text.utf8.first != UInt8(ascii: "/") { return text }
    // In the path of the zone's file, the name follows this folder.
    return text.byteRange(of: "/zoneinfo/").map { String(text[$0.upperBound...]) }
  }

  private static func withoutColon(_ variable: String) -> String {
    variable.utf8.first == UInt8(ascii: ":") ? String(variable.dropFirst()) : variable
  }

  /// Returns true if a value of `TZ` names an installed zone or describes one as in POSIX (`CET-1CEST`). libc silently treats any other value
  /// as UTC.
  static func knows(_ zone: String, folder: String?) -> Bool {
    let name = withoutColon(zone)
    if name.isEmpty { return true }
    let path = name.utf8.first == UInt8(ascii: "/") ? name : "\(folder ?? "/usr/share/zoneinfo")/\(name)"
    if access(path, R_OK) == 0 { return true }
    // A POSIX description contains the offset from UTC; rules follow after a comma.
    let offset = name.utf8.prefix { $0 != UInt8(ascii: ",") }
    return !offset.contains(UInt8(ascii: "/"))
      && offset.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
