import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

struct KeyGenerateCommand: Command {
  static let configuration = CommandConfiguration(
    "generate",
    abstract: "Create an identity and add its recipient.",
    discussion: """
      Creates a new age identity, writes it to a file that only you can read, and adds its recipient to the \
      workspace. --passphrase encrypts the file. Prints the recipient.
      """,
    examples: [
      Example("okit key generate", "create an identity in the workspace's key folder"),
      Example("okit key generate -o ~/identity.txt --passphrase", "create an identity file with a passphrase"),
    ])

  @Option(
    .shortAndLong,
    help: "The file to write; it must not exist. (default: $OKIT_IDENTITY, otherwise in the workspace's key folder)",
    valueName: "file", completion: .file)
  var output: String?
  @Flag(.long, help: "Protect the file with a passphrase.")
  var passphrase: Bool
  @Option(.long, help: "A file with the new passphrase; '-' is standard input.", valueName: "file", completion: .file)
  var newPassphraseFile: String?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.localWorkspace(dryRun: dryRun)
    let configuration = try workspace.requireConfiguration()
    guard
      let path = try (output ?? session.environment("OKIT_IDENTITY")).map(session.absoluteOutput)
        ?? session.defaultKeyPath(KeyFile.identityName, configuration.id)
    else { throw OKitError(.configuration, "no path for the identity; use -o FILE, or set $OKIT_IDENTITY or $HOME") }
    let creation = IdentityCreation(workspace, at: path)
    let isInterrupted = try creation.isInterrupted()
    if dryRun {
      if !isInterrupted { try KeyFile.requireAbsent(path) }
      if console.json {
        return try console.writeJSON { writer in
          writer.member("identity", path)
          writer.member("dryRun", true)
        }
      }
      return console.note(
        isInterrupted
          ? "would add the recipient of \(path), left by an interrupted run"
          : "would write a new identity to \(path) and add its recipient")
    }
    let recipient =
      isInterrupted ? try finish(creation, path, session) : try create(creation, path, session)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("recipient", recipient.description)
        writer.member("identity", path)
        writer.member("dryRun", false)
      }
    }
    try console.writeResult(recipient.description)
    console.note("wrote the identity to \(path); keep a copy in a safe place")
    if output != nil, session.environment("OKIT_IDENTITY") == nil {
      console.hint("run 'export OKIT_IDENTITY=\(ShellWord.quoted(path.text))' so that okit finds it")
    }
    if configuration.recipients.count > 0 {
      console.hint("run 'okit rekey' to re-encrypt existing files to it, too")
    } else {
      console.suggest("run 'okit encrypt --all' to encrypt the models to it")
    }
  }

  private func create(_ creation: IdentityCreation, _ path: FilePath, _ session: Session) throws -> X25519Recipient {
    try KeyFile.requireAbsent(path)
    let identity = X25519Identity.generate()
    let text = try contents(of: identity, path, session)
    do {
      try creation.create(identity, contents: text)
    } catch {
      if (try? creation.isInterrupted()) == true {
        session.console.warn(
          "wrote the identity to \(path) but did not add its recipient; run the same command again to add it")
      }
      throw error
    }
    return identity.recipient
  }

  private func finish(_ creation: IdentityCreation, _ path: FilePath, _ session: Session) throws -> X25519Recipient {
    let recipients = try creation.finish()
    guard let recipient = recipients.first else { throw OKitError(.malformed, "no identity in \(path)") }
    session.console.note("added the identity of an earlier, interrupted run")
    if passphrase || newPassphraseFile != nil,
      try !KeyFile.contents(path).withUnsafeBytes(IdentityFile.isEncrypted)
    {
      session.console.warn("\(path) has no passphrase, because the earlier run did not use one")
    }
    return recipient
  }

  private func contents(of identity: X25519Identity, _ path: FilePath, _ session: Session) throws -> SecretBytes {
    let file = IdentityFile([identity])
    let created = Timestamp.internet(try session.sourceDate() ?? Timestamp.now())
    guard passphrase || newPassphraseFile != nil else { return file.encoded(created: created) }
    let secret = try session.secrets.read(
      Secrets.Request(
        what: "passphrase", file: ("--new-passphrase-file", newPassphraseFile), prompt: "New passphrase for \(path)",
        isNew: true, hint: "use --new-passphrase-file"))
    let sealed = try file.encrypt(passphrase: secret, created: created)
    var contents = SecretBytes(count: sealed.count)
    contents.withUnsafeMutableBytes { $0.copyBytes(from: sealed) }
    return contents
  }
}
