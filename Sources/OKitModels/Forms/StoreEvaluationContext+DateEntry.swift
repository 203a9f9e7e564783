package import Forms

extension StoreEvaluationContext {
  /// Converts dates as the reader types them.
  package var dateEntry: DateEntry {
    let reader = store.workspace.reader
    return DateEntry(now: now, clockOffset: reader.clockOffset(now), order: store.localization.dateOrder)
  }
}
