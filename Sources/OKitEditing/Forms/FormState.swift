package import Forms

/// What a person sees of a form, with the present values and answers.
package struct FormState: Sendable {
  /// A value that can be chosen.
  package struct Choice: Equatable, Sendable {
    /// The value as it is typed: a text, the name of a case, or the id of an entity.
    package let text: String
    /// The JSON of a value that rules list; nil for others.
    package var json: String?
    /// The text for people.
    package let label: String
    /// True if it is the present value.
    package let isChosen: Bool
  }

  /// Limits of a value, for people. Rules and checks enforce them.
  package struct Limits: Equatable, Sendable {
    /// The JSON of the least number, or the text of the first date.
    package var minimum: String?
    /// The JSON of the greatest number, or the text of the last date.
    package var maximum: String?
    /// The JSON of the number of which the value is a multiple.
    package var step: String?
    /// The maximum number of characters or elements.
    package var maximumCount: Int?
  }

  /// A field.
  package struct Field: Equatable, Sendable {
    package let name: String
    package let kind: FieldKind
    package let title: String
    package let hint: String?
    package let placeholder: String?
    /// The type and the rules of the value, each for people.
    package let notes: [String]
    /// The path of the value, which okit accepts as input; nil if it is not stored.
    package let path: String?
    package let isVisible: Bool
    package let isEnabled: Bool
    package let isRequired: Bool
    /// The JSON of the value; nil if there is none.
    package let json: String?
    /// The value for people; empty if there is none.
    package let shown: String
    /// The value as the person who entered it can type it again; nil if there is none.
    package let proposal: String?
    /// The values to choose from; nil if any value is possible.
    package let choices: [Choice]?
    /// The texts for people in place of okit's own.
    package let texts: FormField.Texts
    package let limits: Limits
    /// The function that an action calls.
    package let function: String?
    /// True if an answer changed the value.
    package let isChanged: Bool
    /// The reasons why the value cannot be stored.
    package let faults: [String]
  }

  /// Consecutive fields with a heading.
  package struct Section: Equatable, Sendable {
    package let header: String?
    package let footer: String?
    package let isVisible: Bool
    package let fields: [Field]
  }

  /// The name of the form.
  package let title: String
  package let description: String?
  package let sections: [Section]
  /// The reasons why the form cannot be stored that belong to no field.
  package let faults: [String]
  /// The question that stores the values; nil for okit's own.
  package let question: String?
  /// The functions to call after the values were stored: those of the chosen actions, and that of the form.
  package let functions: [String]
  /// The names of answered fields that cannot be changed now, because they are hidden or not enabled.
  package let ignored: [String]
  /// The stored values of the fields and the id of the entity, to notice that another program changes them.
  package let stored: [Draft.Target]
  /// True if the form shows something from an encrypted model.
  package let isSecret: Bool

  /// The fields that are shown, in their order.
  package var visibleFields: [Field] { sections.filter(\.isVisible).flatMap(\.fields).filter(\.isVisible) }

  /// True if the values can be stored.
  package var isValid: Bool { faults.isEmpty && visibleFields.allSatisfy(\.faults.isEmpty) }
}

/// The answers to a form cannot be stored.
package struct FormFaults: Error {
  /// The reasons, with the names of the fields; nil for the whole form.
  package let faults: [(field: String?, message: String)]
}
