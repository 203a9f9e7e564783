/// A reason why the text of a draft cannot be stored, with the place in it.
package struct DraftFault {
  /// The line, starting at 1.
  package let line: Int
  /// The reason.
  package let error: any Error
}

/// The reasons why the text of a draft cannot be stored, in the order of their lines.
package struct DraftFaults: Error {
  /// The reasons. There is at least one.
  package let faults: [DraftFault]
}
