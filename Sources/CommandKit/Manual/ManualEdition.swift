/// The footer of every page of a manual.
public struct ManualEdition: Sendable {
  /// The date of the last change in mdoc's format: `November 22, 2026`.
  public var date: String
  /// The subject, such as `okit 0.1.0`.
  public var subject: String

  /// Creates an edition.
  public init(date: String, subject: String) {
    self.date = date
    self.subject = subject
  }
}
