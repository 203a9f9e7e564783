/// The entity that a person wants to enter with a form.
package struct FormRequest: Sendable {
  /// The entity, or the place of a new one.
  package let target: DraftRequest
  /// The form.
  package let form: Source

  /// Where a form comes from.
  package enum Source: Equatable, Sendable {
    /// The class of the entity and its rules.
    case ofClass
    /// The file of the workspace with this name.
    case file(String)
    /// okit's own, for the app's settings.
    case settings
  }

  /// Creates a request.
  package init(_ target: DraftRequest, _ form: Source = .ofClass) {
    self.target = target
    self.form = form
  }
}
