/// What stands at the foot of every page of a manual.
public struct ManualEdition: Sendable {
  /// The day of the last change, as mdoc wants it: `November 22, 2026`.
  public var date: String
  /// What the pages are about, such as `okit 0.1.0`.
  public var subject: String

  /// An edition.
  public init(date: String, subject: String) {
    self.date = date
    self.subject = subject
  }
}
