/// A row of the table in docs/forms.md: a feature of another framework, and a form that has it.
struct FormTableRow: Sendable {
  /// What a form does.
  enum Step: Sendable {
    /// The answers are stored: jq finds the result in the first item.
    case stores(String, _ filter: String, String)
    /// The answers are refused with a message, and nothing is changed.
    case refuses(String, _ message: String)
    /// jq finds that the printed form has a property.
    case prints(String)
    /// A person answers prompts, and the values are stored: jq finds the result in the first item.
    case asks([Prompt], _ filter: String, String)
  }

  /// A prompt, and what a person types.
  struct Prompt: Sendable {
    let text: String
    let line: String

    init(_ text: String, _ line: String) {
      self.text = text
      self.line = line
    }
  }

  /// The name in the table.
  let name: String
  let form: String
  let steps: [Step]

  /// A feature in a form with these fields.
  init(_ name: String, _ fields: String, _ steps: Step...) {
    self.name = name
    form = "{\"fields\": [\(fields)]}"
    self.steps = steps
  }

  /// A feature of a whole form.
  init(_ name: String, form: String, _ steps: Step...) {
    self.name = name
    self.form = form
    self.steps = steps
  }

  static let all = bxInputController + objectForm + beacon + okit

  /// The features that a terminal cannot have, or that okit does not have.
  static let absent = [
    // BxInputController
    "textSettings (keyboard, capitalization, correction)", "iconMode", "timeForAutoselection",
    "isImmediatelyDeselect", "enteredValue", "IconAction (icon)",
    "U+00A0 for a last blank",
    // ObjectForm
    "icon", "updateItem at each keystroke",
    // Beacon
    "scope $control", "class literals", "editingNumberFormatter",
    "any property of a formatter",
    // OKit
    "minImagePath, maxImagePath", "imagePath", "ribbonColor", "accy…", "width", "controlInDisplay",
    "edit… twins, showDisplay, sectionsShowDisplay", "selectNextRow",
  ]
}
