import CommandKit
import JSONDocument
import OKitData
import OKitModels
import OKitStorage

/// Reports the encryption or decryption of each model.
struct ConversionReport {
  let verb: String
  let dryRun: Bool

  /// Warns of each model whose class or settings require the other form, which `check` reports.
  func warnOfMismatches(_ outcomes: [ModelConversion.Outcome], isEncrypted: Bool, _ console: Console) {
    let mismatches = outcomes.compactMap { outcome in outcome.mismatch.map { (name: outcome.name, mismatch: $0) } }
    for (name, mismatch) in mismatches {
      console.warn("model \(name) \(dryRun ? "would be" : "is") \(mismatch)")
    }
    guard !mismatches.isEmpty, !dryRun else { return }
    if mismatches.contains(where: \.mismatch.isEncryptionOff) {
      return console.hint("run 'okit settings set encryption on' to encrypt all models of an encrypted kind")
    }
    let isRemote = mismatches.allSatisfy { $0.mismatch.kind.isRemote }
    let superclass = (isEncrypted ? "ModelEncrypted" : "Model") + (isRemote ? "Http" : "")
    let names = ShellWord.operands(mismatches.map(\.name.description))
    let command = "okit \(isEncrypted ? "decrypt" : "encrypt") \(names)"
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
