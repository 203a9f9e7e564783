import Definitions
import OKitMigrations
package import OKitModels

/// Names for completion at a prompt, found without a lock and without reading their files.
extension Workspace {
  /// The names of the migrations, in the order of their numbers.
  package func migrationNames() -> [String] { ((try? MigrationFiles.names(in: self)) ?? []).map(\.name.text) }

  /// Returns the names of the app's classes for models, sorted.
  package func modelClasses() -> [String] {
    ownClasses().filter { if case .model = $0.role { true } else { false } }.map(\.name)
  }

  /// Returns the names of all classes of the app, sorted.
  package func objectClasses() -> [String] { ownClasses().map(\.name) }

  /// Returns the types for a new property: the common ones, then the app's own, sorted.
  package func propertyTypes() -> [String] {
    let enumerations = (try? definitions())?.definitions.enumerations.keys.sorted() ?? []
    let classes = ownClasses().filter { if case .model = $0.role { false } else { true } }.map(\.name)
    return ["String", "Int", "Double", "Bool", "Date", "Data", "ModelRef", "ModelImage", "ModelData"] + classes
      + enumerations
  }

  private func ownClasses() -> [ClassDefinition] {
    let classes = (try? definitions())?.definitions.classes.values.filter { !FrameworkClasses.contains($0.name) }
    return (classes ?? []).sorted { $0.name < $1.name }
  }
}
