import Bindings
import JSONDocument
import OKitStorage

/// An edit of each object of a class. All steps that change objects one by one share this loop.
struct ObjectEdit {
  /// The treatment of an object inside a value that the edit of another object replaced or removed.
  enum Nested {
    case skipped
    /// The object moved with the value, so the next pass edits it.
    case editedLater
    /// The step fails with this message.
    case refused(String)
  }

  /// Edits one object, which is in the document at an index, and counts it in the change.
  typealias Body = (
    _ object: JSONValue, _ document: Int, _ edits: inout DocumentEdits, _ change: inout MigrationChange
  ) throws -> Void

  /// Each level of nested objects needs a pass.
  private static let maximumPasses = 100

  private let change: MigrationChange
  private let className: String
  private let condition: StepCondition?
  private let nested: Nested
  private let body: Body
  private let finish: (MigratingModel) throws -> Void

  /// Creates an edit of the objects of `className` for which `condition` is true. When all are edited, `finish` updates the snapshot.
  init(
    _ change: MigrationChange, of className: String, where condition: StepCondition? = nil, nested: Nested = .skipped,
    finish: @escaping (MigratingModel) throws -> Void, body: @escaping Body
  ) {
    self.change = change
    self.className = className
    self.condition = condition
    self.nested = nested
    self.finish = finish
    self.body = body
  }

  /// Edits the objects and updates the snapshot. Returns the change with its counts.
  ///
  /// Throws the errors of the edit, and an error of kind `malformed` if objects are nested too deeply.
  func run(in context: StepContext) throws -> MigrationChange {
    var change = change
    for _ in 0..<Self.maximumPasses {
      guard try runPass(in: context, &change) else {
        try finish(context.model)
        return change
      }
    }
    throw context.error(.malformed, "objects of the class \(className) are nested too deeply")
  }

  /// Edits all objects except those inside a value that changes itself. Returns true if there are others left to edit.
  private func runPass(in context: StepContext, _ change: inout MigrationChange) throws -> Bool {
    let condition = condition.map { StepConditionEvaluation($0, in: context) }
    var hasSkippedObjects = false
    try context.model.edit(recordingChanges: true) { edits in
      try context.forEachObject(of: className) { object, document in
        guard try condition?.isMet(by: object, in: document) ?? true else { return }
        if edits.haveChanged(around: object, in: document) {
          hasSkippedObjects = true
        } else {
          try body(object, document, &edits, &change)
        }
      }
      try condition?.requireMeaning()
      if hasSkippedObjects, case .refused(let message) = nested { throw context.error(.malformed, message) }
    }
    guard case .editedLater = nested else { return false }
    return hasSkippedObjects
  }
}
