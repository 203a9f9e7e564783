extension BoundValue.Step {
  /// Returns the text of a path, which parses to the same steps: `MODEL:books[0]/name`.
  ///
  /// Characters of names that would be syntax are written as `\u{…}`, and an empty name as `\u{}`.
  package static func text(of steps: [Self], model: String) -> String {
    EscapedText.name(model) + ":" + (steps.isEmpty ? "." : text(of: steps))
  }

  /// Returns the text of a path that starts from any value: `books[0]/name`; an empty text for no steps.
  package static func text(of steps: [Self]) -> String {
    var text = ""
    for (index, step) in steps.enumerated() {
      switch step {
      case .property(let name): text += (index == 0 ? "" : "/") + EscapedText.name(name)
      case .index(let number): text += "[\(number)]"
      }
    }
    return text
  }

  /// Returns the text of `path` followed by one more step.
  package static func text(of step: Self, behind path: String) -> String {
    switch step {
    case .index(let number): path + "[\(number)]"
    // The dot after the colon stands for the root. A step replaces it.
    case .property(let name) where path.hasSuffix(":."): path.dropLast() + EscapedText.name(name)
    case .property(let name): path + "/" + EscapedText.name(name)
    }
  }
}
