import JSONDocument
import OKitStorage

/// Answers to questions that definitions leave open.
package struct MigrationAnswers: Equatable, Sendable {
  /// The new name of a property, class or model.
  package struct Rename: Equatable, Sendable {
    /// `Class.property`, a class, or a model with a colon at its end.
    package let subject: String
    /// The new name. The name of a property is given without its class.
    package let name: String

    package init(subject: String, name: String) {
      self.subject = subject
      self.name = name
    }
  }

  package var renames: [Rename]
  /// The properties, as `Class.property`, whose values may be lost.
  package var losses: [String]

  package init(renames: [Rename] = [], losses: [String] = []) {
    self.renames = renames
    self.losses = losses
  }

  /// Returns the new name of `subject`; nil if it was not renamed.
  package func name(of subject: String) -> String? { renames.first { $0.subject.isExactly(subject) }?.name }

  /// Returns true if values of `subject`, written `Class.property`, may be lost.
  func allowsLoss(of subject: String) -> Bool { losses.contains(where: subject.isExactly) }
}

/// Answers by their subjects, because definitions can have tens of thousands of properties.
struct IndexedAnswers {
  private let names: [ExactText: String]
  private let losses: Set<ExactText>

  init(_ answers: MigrationAnswers) {
    names = Dictionary(answers.renames.map { (ExactText($0.subject), $0.name) }) { first, _ in first }
    losses = Set(answers.losses.map(ExactText.init))
  }

  var isWithoutRenames: Bool { names.isEmpty }

  /// Returns the new name of `subject`; nil if it was not renamed.
  func name(of subject: String) -> String? { names[ExactText(subject)] }

  /// Returns true if values of a property of `className` with one of these names may be lost.
  func allowsLoss(of names: [String], in className: String) -> Bool {
    !losses.isEmpty && names.contains { allowsLoss(of: "\(className).\($0)") }
  }

  /// Returns true if values of `subject`, written `Class.property`, may be lost.
  func allowsLoss(of subject: String) -> Bool { losses.contains(ExactText(subject)) }
}
