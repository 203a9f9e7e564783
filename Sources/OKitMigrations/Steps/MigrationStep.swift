/// A kind of step in migration files.
///
/// A conforming type defines the step's key, its lines in the help, its members and its effect. ``MigrationSteps/all`` lists these types.
protocol MigrationStep {
  /// The keys that name the step in a file. Their value is the step's first member.
  static var keys: [String] { get }
  /// The step in the help of `okit migrate new`.
  static var help: String { get }

  /// The model, class or property that the step changes. A model without it is unchanged.
  var subject: StepSubject { get }

  /// Reads the step's members. Messages show the members in the order in which this reads them.
  init(reading members: inout StepMembers) throws(MigrationFault)

  /// Changes the documents and the snapshot of a model, and returns the changes with their losses.
  ///
  /// Throws errors of kind `configuration` if the definitions make the step impossible, and `malformed` if the data does.
  func apply(in context: StepContext) throws -> [MigrationChange]
}

/// A step that edits a property in each object of a class.
protocol PropertyStep: MigrationStep {
  var path: PropertyPath { get }
  var use: PropertyUse { get }

  /// Returns the edit of each object, for the property that was found at `path`.
  func edit(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit
}

extension PropertyStep {
  var use: PropertyUse { .changing }
  var subject: StepSubject { .property(path) }

  func apply(in context: StepContext) throws -> [MigrationChange] {
    guard let place = try context.place(path, for: use) else { return [] }
    return [try edit(of: place, in: context).run(in: context)]
  }
}
