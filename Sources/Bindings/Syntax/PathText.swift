extension BoundValue.Step {
  /// The text of a path of resolved steps, which parses back to the same steps: `MODEL:books[0]/name`.
  public static func text(of steps: [Self], model: String) -> String {
    var text = "\(model):"
    if steps.isEmpty { return text + "." }
    for (index, step) in steps.enumerated() {
      switch step {
      case .property(let name): text += (index == 0 ? "" : "/") + name
      case .index(let number): text += "[\(number)]"
      }
    }
    return text
  }
}
