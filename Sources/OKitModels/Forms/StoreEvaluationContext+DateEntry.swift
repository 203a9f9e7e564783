package import Forms

extension StoreEvaluationContext {
  /// True if a comma separates the decimals of numbers in the reader's language.
  package var hasDecimalComma: Bool { formatted(number: "1.5", pattern: "0.0")?.contains(",") ?? false }

  /// Converts dates as the reader types them.
  package var dateEntry: DateEntry {
    let reader = store.workspace.reader
    return DateEntry(now: now, clockOffset: reader.clockOffset(now), order: store.localization.dateOrder)
  }
}
