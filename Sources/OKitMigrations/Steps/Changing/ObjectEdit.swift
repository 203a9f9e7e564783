import Bindings
import JSONDocument
import OKitStorage

/// The edit of each object of a class. All steps that change objects one by one share this loop.
struct ObjectEdit {
  /// What happens to an object that lies in a value which the edit of another object replaced or removed.
  enum Nested {
    case skipped
    /// It moved with the value, so the next pass edits it.
    case editedLater
    /// The step fails with this message.
    case refused(String)
  }

  /// Edits one object, which is in the document at an index.
  typealias Body = (_ object: JSONValue, _ document: Int, _ edits: inout ObjectEdits) throws -> Void

  /// Each level of nested objects takes a pass.
  private static let maximumPasses = 100

  private let change: MigrationChange
  private let className: String
  private let condition: Binding?
  private let nested: Nested
  private let body: Body
  private let settle: (MigratingModel) throws -> Void

  /// An edit of the objects of `className` for which `condition` is true. When all are edited, `settle` changes the snapshot.
  init(
    _ change: MigrationChange, of className: String, where condition: Binding? = nil, nested: Nested = .skipped,
    settle: @escaping (MigratingModel) throws -> Void, body: @escaping Body
  ) {
    self.change = change
    self.className = className
    self.condition = condition
    self.nested = nested
    self.settle = settle
    self.body = body
  }

  /// Edits the objects and settles the snapshot. Returns the change with its numbers.
  ///
  /// Throws what the edit throws, and an error of kind `malformed` if objects are nested too deeply.
  func run(in context: StepContext) throws -> MigrationChange {
    var change = change
    for _ in 0..<Self.maximumPasses {
      guard try runPass(in: context, &change) else {
        try settle(context.model)
        return change
      }
    }
    throw context.error(.malformed, "objects of the class \(className) are nested too deeply")
  }

  /// Edits all objects that are not in a value that changes itself. Returns whether there are others left to edit.
  private func runPass(in context: StepContext, _ change: inout MigrationChange) throws -> Bool {
    let condition = condition.map { StepBinding($0, in: context) }
    var edits = ObjectEdits(change, of: context.model)
    try context.forEachObject(of: className) { object, document in
      guard try condition?.value(for: object, in: document).isTrue ?? true,
        !edits.hasChanged(around: object, in: document)
      else { return }
      try body(object, document, &edits)
    }
    if edits.hasSkippedObjects, case .refused(let message) = nested { throw context.error(.malformed, message) }
    change = edits.change
    try context.model.commit(&edits.documents)
    guard case .editedLater = nested else { return false }
    return edits.hasSkippedObjects
  }
}

/// The edits of one pass over objects, and the values that changed with everything in them.
struct ObjectEdits {
  var change: MigrationChange
  fileprivate var documents: DocumentEdits
  private var changedValues = EditedRanges()

  fileprivate init(_ change: MigrationChange, of model: MigratingModel) {
    self.change = change
    documents = DocumentEdits(model)
  }

  mutating func replace(_ value: JSONValue, with json: String, in document: Int) throws {
    try documents.replace(value, with: json, in: document)
    noteChange(of: value, in: document)
  }

  mutating func remove(_ value: JSONValue, in document: Int) throws {
    try documents.remove(value, in: document)
    noteChange(of: value, in: document)
  }

  /// Gives a member another key.
  mutating func rename(_ value: JSONValue, to key: String, in document: Int) throws {
    try documents.rename(value, to: key, in: document)
  }

  /// Adds a member at the end of an object.
  mutating func add(_ key: String, _ json: String, to object: JSONValue, in document: Int) throws {
    try documents.add(key, json, to: object, in: document)
  }

  fileprivate var hasSkippedObjects: Bool { changedValues.metAny }

  /// Whether an object lies in a value that changed.
  fileprivate mutating func hasChanged(around object: JSONValue, in document: Int) -> Bool {
    changedValues.contain(object, in: document)
  }

  private mutating func noteChange(of value: JSONValue, in document: Int) {
    // Only these can contain other objects.
    if value.kind == .object || value.kind == .array { changedValues.add(value, in: document) }
  }
}
