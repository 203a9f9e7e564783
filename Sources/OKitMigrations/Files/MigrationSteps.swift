package import JSONDocument
import OKitStorage

/// The steps that okit knows.
package enum MigrationSteps {
  static var all: [any MigrationStep.Type] {
    [
      RenameStep.self, MoveStep.self, SetStep.self, RemoveStep.self, ConvertStep.self, SplitStep.self, MergeStep.self,
      ExtractStep.self, InlineStep.self, RunStep.self,
    ]
  }

  static let keys = all.flatMap { $0.keys }

  /// An example of each step, as the help of `okit migrate new` shows it.
  package static var help: String { all.map { $0.help }.joined(separator: "\n") }
}

extension MigrationFile {
  /// An element of the file's `steps`.
  package struct Step {
    let action: any MigrationStep
    private let json: String

    package init(_ value: JSONValue) throws(MigrationFault) {
      guard value.kind == .object else { throw MigrationFault(value: value, message: "a step must be an object") }
      let named = value.members.filter { key, _ in MigrationSteps.keys.contains { key == $0 } }
      guard let key = named.first?.key.string,
        let type = MigrationSteps.all.first(where: { $0.keys.contains(key) })
      else {
        let unknown = value.members.first { _ in true }
        let shown = unknown.map { " \(PathComponent.printable($0.key.string))" } ?? ""
        throw MigrationFault(
          value: unknown?.value ?? value,
          message: "unknown step\(shown); known steps: \(MigrationSteps.keys.joined(separator: ", "))")
      }
      guard named.count == 1 else {
        throw MigrationFault(value: named[1].value, message: "a step must have one action; this one has two")
      }
      var members = StepMembers(value, of: key)
      action = try type.init(reading: &members)
      try members.requireNoOthers()
      json = members.json
    }

    /// Applies the step to a model, which must have its subject.
    func apply(to model: MigratingModel, _ programs: MigrationPrograms) throws -> [MigrationChange] {
      try action.apply(in: StepContext(model: model, step: description, programs: programs))
    }
  }
}

extension MigrationFile.Step: CustomStringConvertible {
  /// The step in a message: its JSON, shortened, on one line.
  package var description: String {
    let scalars = json.unicodeScalars
    return scalars.count > 100 ? "\(Substring(scalars.prefix(100)))…" : json
  }
}
