import Ciphers
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct KeyExportCommand: Command {
  static let configuration = CommandConfiguration(
    "export",
    abstract: "Print or copy a secret key.",
    discussion: """
      Writes a copy of the identity file, protected by the same passphrase if it has one. With --cipher okit-cbc, \
      writes the app's key. Without -o it writes to standard output, which must not be a terminal.
      """,
    examples: [Example("okit key export -o ~/identity-copy.txt", "copy the identity to a file that only you can read")])

  @Option(.long, help: "The cipher of the key.", valueName: "cipher")
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
        .locked, isAge ? "no identity found" : "the app's key is missing",
        remedy: isAge
          ? .words("name the identity with -i FILE or $OKIT_IDENTITY, or run 'okit key import FILE' to import it")
          : .importFrameworkKey)
    }
    if let output {
      let target = try session.absoluteOutput(output)
      let isNew = try KeyFile.copy(path, to: target, isDryRun: false)
      if console.json {
        try console.writeJSON { writer in
          writer.member("path", target)
          writer.member("new", isNew)
        }
      }
      return console.note(isNew ? "copied to \(target)" : "\(target) already contains this key")
    }
    if console.standardOutput.isTerminal {
      throw UsageError("cannot print a secret key to a terminal; name a file with -o")
    }
    let contents = try KeyFile.contents(path)
    try contents.withUnsafeBytes { try console.standardOutput.write($0) }
  }
}
