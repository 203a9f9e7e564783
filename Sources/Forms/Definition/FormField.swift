package import Bindings
package import JSONDocument
package import Rules

/// A field of a form.
package struct FormField {
  /// The name of the field in answers, unique in the form.
  package let name: String
  /// The path of its value from the entity; nil if the value exists only while the form is filled in.
  package var path: Binding?
  /// The way to enter the value; nil for that of the value's type.
  package var kind: FieldKind?
  /// The name for people; nil for the name of the property.
  package var title: String?
  /// A sentence that helps a person; nil for the description in the class.
  package var hint: String?
  /// An example of the value, shown while there is none.
  package var placeholder: String?
  /// The condition for showing the field; nil for always.
  package var visible: BindingCondition?
  /// The condition for changing the field; nil for always.
  package var enabled: BindingCondition?
  /// The fields that must have valid values before this one can be changed.
  package var needs: [String] = []
  /// True if the field needs a value.
  package var isRequired = false
  /// True if the value is only shown.
  package var isReadOnly = false
  /// The value that is offered while there is none, as JSON or, for a date, as text.
  package var proposal: JSONValue?
  /// The rules for the value, besides those of its class.
  package var rules: Schema?
  /// The conditions that the entity must meet.
  package var checks: [FormCheck] = []
  /// The pattern of a formatted text.
  package var format: FieldFormat?
  /// The text to show for the value, from the entity; nil for the value itself.
  package var shown: Binding?
  /// The text to show for an entity that can be chosen, from that entity; nil for its name.
  package var label: Binding?
  /// The texts for people in place of okit's own.
  package var texts = Texts()
  /// The function that an action calls.
  package var function: String?
  /// The field in the source; nil for a field that was made from a class.
  package var json: JSONValue?

  /// The texts of some values.
  package struct Texts: Equatable, Sendable {
    /// The text for true; nil for `yes`.
    package var yes: String?
    /// The text for false; nil for `no`.
    package var no: String?
    /// The text for no value of a choice, which can also be typed; nil for none.
    package var none: String?
    /// The text for a value that is not among the choices; nil for the value itself.
    package var other: String?

    package init() {}

    /// True for the text that means no value.
    package func isNone(_ typed: String) -> Bool { none?.isExactly(typed) == true }
  }

  package init(name: String, path: Binding? = nil, kind: FieldKind? = nil, title: String? = nil) {
    self.name = name
    self.path = path
    self.kind = kind
    self.title = title
  }
}
