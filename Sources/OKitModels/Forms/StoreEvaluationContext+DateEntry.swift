package import Forms

extension StoreEvaluationContext {
  /// True if a comma separates the decimals of numbers in the reader's language.
  package var hasDecimalComma: Bool { formatted(number: "1.5", pattern: "0.0")?.contains(",") ?? false }

  /// Converts dates as the reader types them.
  package var dateEntry: DateEntry {
    DateEntry(now: now, clockOffset: clockOffset, order: store.localization.dateOrder)
  }

  /// The seconds to add to a time in UTC for the reader's clock.
  package var clockOffset: Int { store.workspace.reader.clockOffset(now) }
}
