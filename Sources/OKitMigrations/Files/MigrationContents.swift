import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// What stands in a file of migrations.
struct MigrationContents {
  private(set) var steps: [MigrationFile.Step] = []
  private(set) var losses: [String] = []
  private(set) var models: [ModelName: ModelSnapshot] = [:]

  /// Takes the root of a file apart.
  init(_ root: JSONValue) throws(MigrationFault) {
    guard root.kind == .object else { throw MigrationFault(value: root, message: "not an object") }
    guard let version = root["version"]?.int, version >= 1 else {
      throw MigrationFault(value: root["version"] ?? root, message: "missing version")
    }
    guard version <= MigrationFile.currentVersion else {
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
      case "steps": for step in try elements(of: value) { steps.append(try MigrationFile.Step(step)) }
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
