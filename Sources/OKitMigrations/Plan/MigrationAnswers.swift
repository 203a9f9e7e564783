import OKitStorage

/// What people decided where definitions alone do not say what is meant.
package struct MigrationAnswers: Equatable, Sendable {
  /// Something that has another name now.
  package struct Rename: Equatable, Sendable {
    /// `Class.property`, the name of a class, or that of a model with a colon behind it.
    package let subject: String
    /// The new name, that of a property alone.
    package let name: String

    /// `subject` is called `name` now.
    package init(subject: String, name: String) {
      self.subject = subject
      self.name = name
    }
  }

  /// What was renamed.
  package var renames: [Rename]
  /// The properties, as `Class.property`, whose values may be lost.
  package var losses: [String]

  /// These answers.
  package init(renames: [Rename] = [], losses: [String] = []) {
    self.renames = renames
    self.losses = losses
  }

  /// The new name of `subject`; nil where it was not renamed.
  package func name(of subject: String) -> String? { renames.first { $0.subject.isExactly(subject) }?.name }

  /// Whether values of `subject`, written `Class.property`, may be lost.
  func allowsLoss(of subject: String) -> Bool { losses.contains(where: subject.isExactly) }
}

/// Answers that are found quickly by what they are about, however many there are.
struct IndexedAnswers {
  private let names: [ExactText: String]
  private let losses: Set<ExactText>

  init(_ answers: MigrationAnswers) {
    names = Dictionary(answers.renames.map { (ExactText($0.subject), $0.name) }) { first, _ in first }
    losses = Set(answers.losses.map(ExactText.init))
  }

  var isWithoutRenames: Bool { names.isEmpty }

  /// The new name of `subject`; nil where it was not renamed.
  func name(of subject: String) -> String? { names[ExactText(subject)] }

  /// Whether values of a property of `className`, known by one of `names`, may be lost.
  func allowsLoss(of names: [String], in className: String) -> Bool {
    !losses.isEmpty && names.contains { allowsLoss(of: "\(className).\($0)") }
  }

  /// Whether values of `subject`, written `Class.property`, may be lost.
  func allowsLoss(of subject: String) -> Bool { losses.contains(ExactText(subject)) }
}
