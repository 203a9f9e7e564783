import Ciphers
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct KeyExportCommand: Command {
  static let configuration = CommandConfiguration(
    "export",
    abstract: "Print or copy a secret key, to keep it safe elsewhere.",
    discussion: """
      Writes the identity file as it is, behind its passphrase where it has one; with --cipher okit-cbc the app's key. Without -o it goes \
      to standard output, which must not be a terminal.
      """,
    examples: [Example("okit key export -o ~/identity-copy.txt", "a copy that only you can read")])

  @Option(.long, help: "Which key: age or okit-cbc.", valueName: "cipher")
  var cipher = Configuration.Cipher.age
  @Option(.shortAndLong, help: "The file to write; it must not exist.", valueName: "file", completion: .file)
  var output: String?
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let isAge = cipher == .age
    let presence = isAge ? try workspace.keyring.identityPresence() : try workspace.keyring.frameworkKeyPresence()
    guard presence != .absent, let path = isAge ? workspace.keyring.identityPath : workspace.keyring.frameworkKeyPath
    else {
      throw OKitError(
        .locked, isAge ? "there is no identity" : "the key of the app is not known here",
        remedy: isAge ? .generateKey : .importFrameworkKey)
    }
    if let output {
      let target = try session.absolute(output)
      let isNew = try KeyFile.copy(path, to: target)
      if console.json {
        try console.writeJSON { writer in
          writer.member("path", target)
          writer.member("new", isNew)
        }
      }
      return console.note(isNew ? "copied to \(target)" : "\(target) holds this key already")
    }
    if console.standardOutput.isTerminal {
      throw UsageError("a secret key does not go to a terminal; name a file with -o")
    }
    let contents = try KeyFile.contents(path)
    try contents.withUnsafeBytes { try console.standardOutput.write($0) }
  }
}
