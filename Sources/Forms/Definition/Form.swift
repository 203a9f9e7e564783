package import Bindings
package import JSONDocument
package import Rules

/// A form: the fields by which a person enters the values of an entity.
///
/// A form is created by a ``FormParser`` and does not change afterwards.
package struct Form {
  /// The name for people; nil if the form has none.
  package var title: String?
  /// The description; nil if the form has none.
  package var description: String?
  /// The class of the entities; nil for any.
  package var className: String?
  /// The sections in their order.
  package var sections: [Section] = []
  /// The conditions that the entity must meet.
  package var checks: [FormCheck] = []
  /// The functions to call after the values were stored.
  package var submit: Submit?
  /// The form in the source; nil for a form that was made from a class.
  package var json: JSONValue?
  /// Keeps the schemas to which references in rules lead.
  var schemas: SchemaParser?

  /// Consecutive fields with a heading.
  package struct Section {
    /// The heading; nil for none.
    package var header: String?
    /// The text below the fields; nil for none.
    package var footer: String?
    /// The condition for showing the section; nil for always.
    package var visible: BindingCondition?
    /// The fields in their order.
    package var fields: [FormField] = []
    /// The section in the source; nil if it has none.
    package var json: JSONValue?

    package init(header: String? = nil) { self.header = header }
  }

  /// What happens with the entity after its values were stored.
  package struct Submit {
    /// The question that stores the values; nil for okit's own.
    package var title: String?
    /// The function of the workspace to call for the entity; nil for none.
    package var function: String?
  }

  package init() {}

  /// All fields in their order.
  package var fields: [FormField] { sections.flatMap(\.fields) }
}

/// A condition of a form, with the time when it is checked.
package struct FormCheck {
  /// The time of a check.
  package enum Time: String, CaseIterable, Sendable {
    /// When the field gets a value.
    case change
    /// Before the values are stored.
    case end
    /// When any field gets a value.
    case always
  }

  /// What must be true.
  package enum Requirement {
    /// The entity meets a condition.
    case predicate(BindingCondition, text: String)
    /// The value obeys rules.
    case rules(Schema)
  }

  /// What must be true.
  package let requirement: Requirement
  /// The message if it is not true; nil for one that names the condition.
  package let message: String?
  /// When it is checked. The end is always included.
  package let time: Time
  /// The check in the source.
  package let json: JSONValue
}
