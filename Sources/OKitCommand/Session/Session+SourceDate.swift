import CommandKit
import OKitStorage

extension Session {
  /// Returns the creation time to record, `$SOURCE_DATE_EPOCH` in seconds since 1970; `nil` means now.
  ///
  /// Throws a ``UsageError`` if the variable is not a valid number.
  func sourceDate() throws -> Int64? {
    guard let text = environment("SOURCE_DATE_EPOCH") else { return nil }
    // Up to the end of the year 9999, because later years have five digits.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw UsageError(
        "SOURCE_DATE_EPOCH is '\(Console.printable(text))', not a number of seconds since 1970",
        hint: "unset SOURCE_DATE_EPOCH, or set it to the output of 'date +%s'")
    }
    return seconds
  }
}
