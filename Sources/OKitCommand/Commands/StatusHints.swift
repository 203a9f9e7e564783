import CommandKit
import OKitData
import OKitModels
import OKitStorage

/// Suggests what to do next: fix what prevents using the workspace, otherwise take the next step of its setup.
struct StatusHints {
  let status: WorkspaceStatus

  func write(to console: Console) {
    guard status.id != nil else {
      return console.hint("run 'okit init \(ShellWord.quoted(status.root.text))' to make it a workspace")
    }
    let needed =
      keys
      + (status.modelsToMigrate.isEmpty
        ? [] : ["run 'okit migrate plan' to see how the new definitions change the data"])
    for hint in needed { console.hint(hint) }
    let missing = status.models.filter { $0.access == .missing }.map(\.name)
    for name in missing { console.hint(name.missingFileAdvice) }
    if needed.isEmpty, missing.isEmpty, let next { console.suggest(next) }
  }

  private var keys: [String] {
    let locked = status.models.filter { $0.access == .locked }
    var hints: [String] = []
    if locked.contains(where: { $0.form == .okitCBC }), status.frameworkKey == .absent {
      hints.append("run 'okit key import \(KeyFile.appFileName)' to import the app's key")
    }
    if locked.contains(where: { $0.form == .age }), status.identity == .absent {
      hints.append("name the identity with -i FILE or $OKIT_IDENTITY, or run 'okit key import FILE' to import it")
    }
    return hints
  }

  private var next: String? {
    if status.models.isEmpty {
      return "run 'okit model create NAME' to create a model, or 'okit import FILE' to import one"
    }
    if status.models.contains(where: { $0.access == .damaged }) { return "run 'okit check' to see what is damaged" }
    if status.models.allSatisfy({ $0.className == nil }), status.definitionsProblem == nil {
      return "run 'okit model infer --all --write' to infer the classes from the data"
    }
    if status.backups?.isEmpty == true { return "run 'okit backup create' to make a first backup" }
    if status.identity == .absent, status.recipients.isEmpty {
      return "run 'okit key generate' to create a key for models and backups"
    }
    return nil
  }
}
