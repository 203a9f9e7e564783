import Definitions

/// Moves the entities of a property from partials into the model.
struct InlineStep: MigrationStep {
  static let keys = ["inline"]
  static let help = #"{"inline": "Directory.groups"}                      and back"#

  private let path: PropertyPath

  init(reading members: inout StepMembers) throws(MigrationFault) { path = try members.path() }

  var subject: StepSubject { .property(path) }

  func apply(in context: StepContext) throws -> [MigrationChange] {
    guard let place = try context.place(path) else { return [] }
    return [try Inlining.run(at: place, in: context)]
  }
}
