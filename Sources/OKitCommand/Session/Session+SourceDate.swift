import CommandKit
import OKitStorage

extension Session {
  /// What is made is to say that it was made then: `$SOURCE_DATE_EPOCH`, in seconds since 1970; `nil` for now.
  ///
  /// Throws a ``UsageError`` for what is no such number.
  func sourceDate() throws -> Int64? {
    guard let text = environment("SOURCE_DATE_EPOCH") else { return nil }
    // Until the end of the year 9999, behind which times have no four digits.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw UsageError(
        "SOURCE_DATE_EPOCH is '\(Console.printable(text))', which is no number of seconds since 1970",
        hint: "unset SOURCE_DATE_EPOCH, or set it to what 'date +%s' prints")
    }
    return seconds
  }
}
