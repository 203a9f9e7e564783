import CSystem
import Glibc

/// Measures the width of text on a terminal.
package enum ColumnWidth {
  // wcwidth knows only ASCII in the C locale, which cron uses.
  private static let hasLocale = setlocale(LC_CTYPE, "C.UTF-8") != nil

  /// Returns the number of columns that `text` takes; control characters have no width.
  package static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    guard hasLocale else { return text.count }
    return text.unicodeScalars.reduce(0) { $0 + max(0, Int(okit_column_width(wchar_t(bitPattern: $1.value)))) }
  }

  /// Returns the longest prefix of `text` that fits `columns`, with `…` at its end if `text` was cut.
  package static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    if columns < 1 { return "" }
    var used = 1
    var result = ""
    for character in text {
      used += of(String(character))
      if used > columns { break }
      result.append(character)
    }
    return result + "…"
  }
}
