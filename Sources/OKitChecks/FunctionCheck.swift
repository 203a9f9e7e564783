import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The check of the descriptions of functions.
struct FunctionCheck {
  private let workspace: Workspace

  init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Finds descriptions that are not valid, or that name a program, a class or a property that does not exist. The caller holds the lock.
  func findings() throws -> [Finding] {
    let names = FunctionDescriptions.describedNames(in: workspace)
    if names.isEmpty { return [] }
    let calls = FunctionCalls(workspace, runner: nil)
    let classes = try EntityStore(workspace).classes()
    var findings: [Finding] = []
    for name in names {
      do {
        guard let description = try calls.descriptions.description(of: name) else { continue }
        if description.program != nil { _ = try calls.file(of: name) }
        findings += warnings(description, classes)
      } catch let error as OKitError where error.kind == .configuration {
        findings.append(finding(error, name))
      }
    }
    return findings
  }

  private func warnings(_ description: FunctionDescription, _ classes: EntityClasses) -> [Finding] {
    var errors: [OKitError] = []
    if Binding.functionNames.contains(where: description.name.isExactly) {
      errors.append(
        description.fault("\(PathComponent.printable(description.name)) is also a built-in function", at: "title"))
    }
    // Without definitions, any class could be meant.
    let known = classes.definitions.classes
    for name in description.classes ?? [] where !known.isEmpty && known[name] == nil {
      errors.append(description.fault("no class \(PathComponent.printable(name))", at: "class"))
    }
    let names = UnknownNames(workspace, classes)
    for name in description.classes ?? [] {
      if let found = description.binding.flatMap({ names.first(in: $0, ofClass: name) }) {
        errors.append(description.fault(found.message, at: "binding"))
      }
      if let found = description.condition.flatMap({ names.first(in: $0, ofClass: name) }) {
        errors.append(description.fault(found.message, at: "enabled"))
      }
    }
    return errors.map { error in
      var finding = finding(error, description.name)
      finding.isWarning = true
      return finding
    }
  }

  private func finding(_ error: OKitError, _ name: String) -> Finding {
    Finding(
      .invalidFunction, file: FunctionDescriptions.path(of: name), line: error.place?.line, column: error.place?.column,
      error.detail)
  }
}
