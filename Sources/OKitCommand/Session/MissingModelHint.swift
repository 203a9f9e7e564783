import CommandKit
import OKitModels
import OKitStorage

/// Prints hints for models with a missing file.
struct MissingModelHint {
  let models: [ModelName]

  func write(to console: Console) {
    for name in models {
      let word = ShellWord.quoted(name.description)
      console.hint(
        "run 'okit backup restore BACKUP \(word)' to restore \(Console.printable(name.description)), "
          + "or 'okit model delete \(word)' to accept its removal")
    }
  }
}
