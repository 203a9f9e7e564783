import CommandKit
import OKitModels
import OKitStorage

/// Hints for models whose file is missing.
struct MissingModelHint {
  let models: [ModelName]

  func write(to console: Console) {
    for name in models {
      let word = ShellWord.quoted(name.description)
      console.hint(
        "'okit backup restore BACKUP \(word)' brings \(Console.printable(name.description)) back; "
          + "'okit model delete \(word)' accepts that it is gone")
    }
  }
}
