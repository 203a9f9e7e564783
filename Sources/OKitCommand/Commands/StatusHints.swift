import CommandKit
import OKitData
import OKitModels
import OKitStorage

/// What to do next with a workspace: what keeps it from being used, else one step on a way that begins with the first model.
struct StatusHints {
  let status: WorkspaceStatus
  let modelsToMigrate: [ModelName]

  func write(to console: Console) {
    guard status.id != nil else {
      return console.hint("'okit init \(ShellWord.quoted(status.root))' makes it a workspace")
    }
    let needed =
      keys + (modelsToMigrate.isEmpty ? [] : ["'okit migrate plan' shows what the definitions change in data"])
    for hint in needed { console.hint(hint) }
    let missing = status.models.filter { $0.access == .missing }.map(\.name)
    MissingModelHint(models: missing).write(to: console)
    if needed.isEmpty, missing.isEmpty, let next { console.suggest(next) }
  }

  private var keys: [String] {
    let locked = status.models.filter { $0.access == .locked }
    var hints: [String] = []
    if locked.contains(where: { $0.form == .okitCBC }), status.frameworkKey == .absent {
      hints.append("'okit key import \(KeyFile.appFileName)' takes over the app's key")
    }
    if locked.contains(where: { $0.form == .age }), status.identity == .absent {
      hints.append("name the identity with -i FILE or $OKIT_IDENTITY, or take it over with 'okit key import FILE'")
    }
    return hints
  }

  private var next: String? {
    if status.models.isEmpty { return "'okit model create NAME' makes a model, 'okit import FILE' takes one over" }
    if status.models.contains(where: { $0.access == .damaged }) { return "'okit check' says what is damaged" }
    if status.models.allSatisfy({ $0.className == nil }), status.definitionsProblem == nil {
      return "'okit model infer --all --write' writes the classes that the data suggest"
    }
    if status.backups.isEmpty { return "'okit backup create' makes a first backup" }
    if status.identity == .absent, status.recipients.isEmpty {
      return "'okit key generate' makes a key to encrypt models and backups with"
    }
    return nil
  }
}
