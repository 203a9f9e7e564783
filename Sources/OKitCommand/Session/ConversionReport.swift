import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitStorage

/// Reports the encryption or decryption of each model.
struct ConversionReport {
  let verb: String
  let dryRun: Bool

  /// Warns of each model whose class or settings require the other form, which `check` reports.
  func warnOfMismatches(
    _ outcomes: [ModelConversion.Outcome], _ form: StoredForm, _ workspace: Workspace, _ console: Console
  ) throws {
    let kinds = try ModelKinds(workspace)
    var names: [String] = []
    for name in outcomes.map(\.name) {
      guard let mismatch = kinds.mismatch(name, convertedTo: form) else { continue }
      console.warn("model \(name) \(dryRun ? "would be" : "is") \(mismatch)")
      names.append(ShellWord.quoted(name.description))
    }
    guard !names.isEmpty, !dryRun else { return }
    if form.isEncrypted, kinds.settings?.encryption == false {
      return console.hint("run 'okit settings set encryption on' to encrypt all models of an encrypted kind")
    }
    let superclass = form.isEncrypted ? "ModelEncrypted" : "Model"
    let command = "okit \(form.isEncrypted ? "decrypt" : "encrypt") \(names.joined(separator: " "))"
    console.hint("derive the class from \(superclass) in the Swift files, or run '\(command)'")
  }

  func write(_ outcomes: [ModelConversion.Outcome], _ console: Console) throws {
    if console.json {
      try console.writeJSON { writer in
        writer.member("dryRun", dryRun)
        writer.array("models") { writer in
          for outcome in outcomes {
            writer.object { writer in
              writer.member("name", outcome.name.description)
              writer.member("files", outcome.files)
              writer.array("orphans", of: outcome.orphans)
            }
          }
        }
      }
      return
    }
    for outcome in outcomes {
      let cipher = outcome.form.flatMap { $0.isEncrypted ? " with \($0.rawValue)" : nil } ?? ""
      let action = dryRun ? "would be \(verb)" : verb
      console.note(
        outcome.files == 0
          ? "\(outcome.name): nothing to do, already \(verb)"
          : "\(outcome.name): \(count(outcome.files, "file")) \(action)\(cipher)")
      for path in outcome.orphans {
        console.warn("\(path) belongs to no entity of \(outcome.name) and was not changed")
      }
    }
  }
}
