extension BoundValue.Step {
  /// The text of a path of resolved steps, which parses back to the same steps: `MODEL:books[0]/name`.
  ///
  /// A character of a name that would be syntax there is written as `\u{…}`, and a name without any as `\u{}`.
  package static func text(of steps: [Self], model: String) -> String {
    var text = EscapedText.name(model) + ":"
    if steps.isEmpty { return text + "." }
    for (index, step) in steps.enumerated() {
      switch step {
      case .property(let name): text += (index == 0 ? "" : "/") + EscapedText.name(name)
      case .index(let number): text += "[\(number)]"
      }
    }
    return text
  }

  /// The text of `path` with one more step behind it.
  package static func text(of step: Self, behind path: String) -> String {
    switch step {
    case .index(let number): path + "[\(number)]"
    // The root is written with a dot, which no step needs.
    case .property(let name) where path.hasSuffix(":."): path.dropLast() + EscapedText.name(name)
    case .property(let name): path + "/" + EscapedText.name(name)
    }
  }
}
