extension Binding {
  /// One of the comma-separated parts of a binding.
  package struct Part: Sendable {
    /// True if the part is negated with `!`. Its value is then a boolean.
    package let isNegated: Bool
    /// The part without its sign.
    package let content: Content
    /// The position in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// A part with this content. The default range is for a part that was not parsed.
    package init(isNegated: Bool = false, content: Content, range: Range<Int> = 0..<0) {
      self.isNegated = isNegated
      self.content = content
      self.range = range
    }
  }

  /// The content of a part.
  package enum Content: Equatable, Sendable {
    /// No content, which is an absent value: before the comma of `,name`.
    case nothing
    /// `#text`.
    case constant(String)
    /// `%text`, which is translated to the reader's language.
    case localized(String)
    /// A path.
    case path(Path)
  }

  /// Steps to a value.
  package struct Path: Equatable, Sendable {
    /// The model whose root the steps start from; nil if the path does not name one.
    package let model: String?
    /// True if the path starts from the root instead of the context.
    package let isAbsolute: Bool
    /// The steps from the start.
    package let segments: [Segment]

    /// A path with these steps.
    package init(model: String? = nil, isAbsolute: Bool = false, segments: [Segment]) {
      self.model = model
      self.isAbsolute = isAbsolute
      self.segments = segments
    }
  }
}

extension Binding.Part: Equatable {
  /// True if both have the same meaning.
  package static func == (left: Self, right: Self) -> Bool {
    left.isNegated == right.isNegated && left.content == right.content
  }
}
