extension Binding {
  /// One binding of several.
  package struct Part: Sendable {
    /// Whether it is the negated boolean value: `!` stands in front.
    package let isNegated: Bool
    /// What follows.
    package let content: Content
    /// Where it stands in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// A part of these pieces; what was made stands nowhere.
    package init(isNegated: Bool = false, content: Content, range: Range<Int> = 0..<0) {
      self.isNegated = isNegated
      self.content = content
      self.range = range
    }
  }

  /// What a part consists of.
  package enum Content: Equatable, Sendable {
    /// Nothing, which is absent: in front of the comma of `,name`.
    case nothing
    /// `#text`.
    case constant(String)
    /// `%text`, which is looked up.
    case localized(String)
    /// Steps from somewhere.
    case path(Path)
  }

  /// Steps to a value.
  package struct Path: Equatable, Sendable {
    /// The model whose root the steps start from; nil where the path does not say.
    package let model: String?
    /// Whether it starts from the root, and not from the context.
    package let isAbsolute: Bool
    /// The steps.
    package let segments: [Segment]

    /// A path of these steps.
    package init(model: String? = nil, isAbsolute: Bool = false, segments: [Segment]) {
      self.model = model
      self.isAbsolute = isAbsolute
      self.segments = segments
    }
  }
}

extension Binding.Part: Equatable {
  /// Whether both mean the same.
  package static func == (left: Self, right: Self) -> Bool {
    left.isNegated == right.isNegated && left.content == right.content
  }
}
