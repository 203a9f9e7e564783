import Definitions
import JSONDocument
package import OKitStorage
import Rules

/// The files `okit/rules/CLASS.json` of a workspace.
package struct RuleFiles {
  /// The path of the file with the rules of a class.
  package static func path(of className: String) -> WorkspacePath {
    WorkspaceLayout.rules.appending(className + ".json")
  }

  /// Writes the rules of classes that have no file, in one transaction. Returns the paths of the new files.
  ///
  /// Throws the errors of writing. In each case nothing is changed.
  package static func write(
    _ rules: [(className: String, json: [UInt8])], in workspace: Workspace
  ) throws -> [WorkspacePath] {
    try workspace.writing {
      let new = try rules.filter { name, _ in
        guard PathComponent.fault(ofNew: name, ending: ".json") == nil else { return false }
        return try FileStatus.of(workspace.storage.absolute(path(of: name))) == nil
      }
      if workspace.isDryRun || new.isEmpty { return new.map { path(of: $0.className) } }
      return try workspace.changing("rules") { transaction in
        try transaction.ensureFolder(WorkspaceLayout.rules)
        return try new.map { name, json in
          try transaction.replace(path(of: name), old: nil) { staged in
            try json.withUnsafeBytes { try staged.write($0) }
          }
          return path(of: name)
        }
      }
    }
  }

  /// Adds rules to the files of their classes, in one transaction. What the files contain stays, and so does its format; with `isReplacing`, a rule that
  /// contradicts a new one is replaced. Returns what happened to each rule, and the paths of the changed files.
  ///
  /// The caller holds the exclusive lock. Throws errors of kind `configuration` for files that cannot be read or are not rules, and the errors of writing.
  /// In each case nothing is changed.
  package static func add(
    _ rules: [RuleAddition], replacing isReplacing: Bool, _ classes: EntityClasses, in workspace: Workspace
  ) throws -> (outcomes: [RuleAddition.Outcome], changed: [WorkspacePath]) {
    try DescriptionFolder.rules.requireNoLink(in: workspace)
    var outcomes = [RuleAddition.Outcome?](repeating: nil, count: rules.count)
    var texts: [(path: WorkspacePath, old: FileSnapshot?, text: JSONBytes)] = []
    for name in Set(rules.map(\.className)).sorted() {
      let numbers = rules.indices.filter { rules[$0].className == name }
      if let fault = PathComponent.fault(ofNew: name, ending: ".json") {
        let reason = "the class has no file, because its name is invalid: \(fault)"
        for number in numbers { outcomes[number] = .impossible(reason) }
        continue
      }
      let path = path(of: name)
      let old =
        try FileStatus.of(workspace.storage.absolute(path)) == nil
        ? nil : DescriptionFolder.rules.contents(of: path, in: workspace)
      if let old { try requireValid(old.document, path) }
      let edit = try RuleFileEdit(
        path, old?.document,
        comments: classes.definitions.classes[name].flatMap { $0.commentedRules(except: []) },
        replacing: isReplacing)
      do {
        for number in numbers { outcomes[number] = try edit.add(rules[number]) }
      } catch let error as JSONEditError {
        throw OKitError(.configuration, "cannot change \(path): \(error)")
      }
      guard let text = edit.changedText else { continue }
      try requireValid(JSONDocument(parsingRecord: text, path: path.text), path)
      texts.append((path, old?.snapshot, text))
    }
    let changed = texts.map(\.path)
    let found = outcomes.map { $0 ?? .impossible("nothing was done") }
    if workspace.isDryRun || texts.isEmpty { return (found, changed) }
    try workspace.changing("rules") { transaction in
      try transaction.ensureFolder(WorkspaceLayout.rules)
      for (path, old, text) in texts {
        try transaction.replace(path, old: old) { staged in try text.withUnsafeBytes { try staged.write($0) } }
      }
    }
    return (found, changed)
  }

  /// Throws an error of kind `configuration` if a file has, or would have, something else than rules.
  private static func requireValid(_ document: JSONDocument, _ path: WorkspacePath) throws {
    do throws(RuleError) {
      _ = try SchemaParser().parse(RuleSource(path: path.text, document: document))
    } catch {
      throw OKitError(error)
    }
  }

  /// Reads the files. Returns their contents by class; empty without a folder of rules.
  ///
  /// Throws errors of kind `configuration` for files that cannot be read or are not JSON.
  static func sources(in workspace: Workspace) throws -> [String: RuleSource] {
    try DescriptionFolder.rules.sources(in: workspace)
  }
}
