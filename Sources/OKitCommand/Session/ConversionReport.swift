import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels

/// Reports the encryption or decryption of each model.
struct ConversionReport {
  let verb: String
  let dryRun: Bool

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
