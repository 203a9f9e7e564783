import Definitions

/// Moves the entities of a property into files of their own.
struct ExtractStep: PropertyStep {
  static let keys = ["extract"]
  static let help = #"{"extract": "Directory.groups", "keep": ["name"]}   entities into partials"#

  let path: PropertyPath
  /// The names of the properties that the stand-ins keep; nil for those that their class has.
  private let kept: [String]?

  init(reading members: inout StepMembers) throws(MigrationFault) {
    path = try members.path()
    kept = members.has("keep") ? try members.names("keep", atLeast: 0) : nil
  }

  func edit(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    try Extraction(of: place, keeping: kept, in: context).edit
  }
}
