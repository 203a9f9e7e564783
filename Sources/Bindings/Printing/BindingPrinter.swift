extension Binding {
  /// A text that parses to an equal binding, built from the parts.
  var canonicalText: String { parts.map(\.text).joined(separator: ",") }
}

extension Binding.Part {
  fileprivate var text: String {
    switch content {
    case .nothing: sign
    case .constant(let text): sign + "#" + EscapedText.constant(text)
    case .localized(let text): sign + "%" + EscapedText.constant(text)
    case .path(let path): sign + path.text
    }
  }

  private var sign: String { isNegated ? "!" : "" }
}

extension Binding.Path {
  fileprivate var text: String {
    var text = model.map { EscapedText.name($0) + ":" } ?? ""
    if isAbsolute { text += "/" }
    // Without the dot, the operator would be read as an entity's id.
    if case .collect = segments.first?.step { text += "./" }
    for (number, segment) in segments.enumerated() {
      if number > 0, !segment.isInBrackets { text += "/" }
      text += segment.text
    }
    return text
  }
}

extension Binding.Segment {
  fileprivate var isInBrackets: Bool {
    switch step {
    case .index, .every, .matching: true
    default: false
    }
  }

  fileprivate var text: String {
    switch step {
    case .property(let name): EscapedText.name(name)
    case .keyPath(let pieces): pieces.text
    case .index(let index): "[\(index)]"
    case .every: "[*]"
    case .matching(let predicate): "[\(predicate.text)]"
    case .current: "."
    case .parent: ".."
    case .root: "<"
    case .reference(let pieces): "$" + pieces.text
    case .constantReference(let id): "$#" + EscapedText.name(id)
    case .entity(let id): "@" + EscapedText.name(id)
    case .call(let name, let parameter): "\(EscapedText.name(name))(\(parameter?.text ?? ""))"
    case .collect(let collector, let pieces): ([.init(.collect(collector, []))] + pieces).text
    }
  }
}

extension [Binding.Segment] {
  /// The text of the steps of a key path.
  fileprivate var text: String {
    map { segment in
      guard case .collect(let collector, let pieces) = segment.step else { return segment.text }
      return "@" + collector.rawValue + (pieces.isEmpty ? "" : "." + pieces.text)
    }.joined(separator: ".")
  }
}
