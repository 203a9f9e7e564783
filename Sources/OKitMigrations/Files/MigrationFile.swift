package import Ciphers
package import Definitions
package import JSONDocument
package import OKitModels
import OKitStorage

/// A file `okit/migrations/0007-NAME.json`, with changes of data that cannot be derived from definitions.
package struct MigrationFile {
  package static let currentVersion = 1

  /// Its name without the ending, such as `0007-titles`.
  package let name: String
  /// The number that its name begins with, at least 1.
  package let number: Int
  package private(set) var steps: [Step] = []
  /// The properties, as `Class.property`, whose values may be lost.
  package private(set) var losses: [String] = []
  /// The definitions that the data of models conforms to afterwards, if the file contains them.
  package private(set) var models: [ModelName: ModelSnapshot] = [:]
  /// A digest of the file's canonical JSON.
  package let checksum: SHA256Digest

  /// Returns the name of a model after the migration.
  func newName(of model: ModelName) -> ModelName {
    steps.reduce(model) { name, step in (step.action as? RenameStep)?.newName(of: name) ?? name }
  }

  /// The number of steps that run a program.
  var programCount: Int { steps.count { $0.action is RunStep } }

  /// Reads a file. Throws an error of kind `configuration`, with the position, if it is not a migration.
  package init(_ name: MigrationName, parsing bytes: JSONBytes) throws {
    let path = "\(WorkspaceLayout.migrations)/\(name.text).json"
    let root = try JSONDocument(parsingRecord: bytes, path: path).root
    self.name = name.text
    number = name.number
    checksum = CanonicalJSON.digest(of: root)
    do throws(MigrationFault) {
      try read(root)
    } catch {
      throw root.document.recordError(
        error.message, at: error.value.range.lowerBound, path: path, excerpt: error.excerpt)
    }
  }

  /// Returns the text of a new file with these renames as its steps, and with losses and definitions.
  package static func text(
    renames: [MigrationAnswers.Rename] = [], losses: [String] = [], models: [ModelName: ModelSnapshot] = [:]
  ) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", currentVersion)
      writer.array("steps") { writer in
        for rename in renames { writer.object { RenameStep.write(rename, to: &$0) } }
      }
      if !losses.isEmpty {
        writer.array("allowLoss", of: losses)
      }
      if !models.isEmpty {
        writer.object("models") { writer in
          for (name, snapshot) in models.sorted(by: { $0.key < $1.key }) {
            writer.object(name.description) { snapshot.write(to: &$0) }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  // MARK: - Reading

  private mutating func read(_ root: JSONValue) throws(MigrationFault) {
    guard root.kind == .object else { throw MigrationFault(value: root, message: "not an object") }
    guard let version = root["version"]?.int, version >= 1 else {
      throw MigrationFault(value: root["version"] ?? root, message: "missing version")
    }
    guard version <= Self.currentVersion else {
      throw MigrationFault(value: root["version"] ?? root, message: "version \(version) was made by a newer okit")
    }
    var seen: Set<ExactText> = []
    for (key, value) in root.members {
      let text = key.string
      guard seen.insert(ExactText(text)).inserted else {
        throw MigrationFault(value: value, message: "\(PathComponent.printable(text)) is a duplicate")
      }
      switch text {
      case "version": break
      case "steps": for step in try elements(of: value) { steps.append(try Step(step)) }
      case "allowLoss": for loss in try elements(of: value) { losses.append(try Self.loss(loss)) }
      case "models": try readModels(value)
      default:
        throw MigrationFault(value: value, message: "a migration has no member \(PathComponent.printable(text))")
      }
    }
  }

  private func elements(of value: JSONValue) throws(MigrationFault) -> [JSONValue] {
    guard value.kind == .array else { throw MigrationFault(value: value, message: "\(value.shown) is not an array") }
    return Array(value.elements)
  }

  private static func loss(_ value: JSONValue) throws(MigrationFault) -> String {
    guard let text = value.string, PropertyPath(text) != nil else {
      throw MigrationFault(value: value, message: "\(value.shown) is not a property; write Class.property")
    }
    return text
  }

  private mutating func readModels(_ value: JSONValue) throws(MigrationFault) {
    guard value.kind == .object else { throw MigrationFault(value: value, message: "\(value.shown) is not an object") }
    for (key, member) in value.members {
      let text = key.string
      guard let name = try? ModelName(text) else {
        throw MigrationFault(
          value: member, message: "\(PathComponent.printable(text)) is not a valid model name")
      }
      guard models[name] == nil else {
        throw MigrationFault(value: member, message: "\(PathComponent.printable(text)) is a duplicate")
      }
      do throws(SnapshotError) {
        models[name] = try ModelSnapshot(reading: member)
      } catch {
        throw MigrationFault(value: error.value, message: error.message)
      }
    }
  }
}
