import CommandKit
import Glibc

/// A size: for people on a terminal, exact elsewhere.
func size(_ bytes: Int64, _ console: Console) -> String {
  console.standardOutput.isTerminal ? ByteCount(bytes).description : String(bytes)
}

/// Points in time as text, in UTC.
enum UTC {
  static func now() -> String { text(Int64(time(nil))) }

  /// `2026-11-21T07:50:14Z`.
  static func text(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let count = strftime(buffer.baseAddress!, 64, "%Y-%m-%dT%H:%M:%SZ", &parts)
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
