/// The entity that a person wants to enter with a form.
package struct FormRequest: Sendable {
  /// The entity, or the place of a new one.
  package let target: DraftRequest
  /// The name of the form; nil for the form that the class gives.
  package let form: String?

  /// Creates a request.
  package init(_ target: DraftRequest, form: String? = nil) {
    self.target = target
    self.form = form
  }
}
