/// The footer of every page of a manual.
package struct ManualEdition: Sendable {
  /// The date of the last change in mdoc's format: `November 22, 2026`.
  package var date: String
  /// The subject, such as `okit 0.1.0`.
  package var subject: String

  /// Creates an edition.
  package init(date: String, subject: String) {
    self.date = date
    self.subject = subject
  }
}
