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
    abstract: "Make an identity and encrypt to it from now on.",
    discussion: """
      Makes a new age identity, writes it to a file that only you can read, and adds its recipient to the workspace. With --passphrase \
      the file itself is encrypted. Prints the recipient.
      """,
    examples: [
      Example("okit key generate", "into the workspace's folder of keys"),
      Example("okit key generate -o ~/identity.txt --passphrase", "asks for a passphrase"),
    ])

  @Option(
    .shortAndLong,
    help: "The file to write; it must not exist. (default: $OKIT_IDENTITY, else in the workspace's folder of keys)",
    valueName: "file", completion: .file)
  var output: String?
  @Flag(.long, help: "Protect the file with a passphrase.")
  var passphrase: Bool
  @Option(.long, help: "A file with the new passphrase; '-' is standard input.", valueName: "file", completion: .file)
  var newPassphraseFile: String?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let configuration = try workspace.requireConfiguration()
    guard
      let path = try (output ?? session.environment("OKIT_IDENTITY")).map(session.absolute)
        ?? session.defaultKeyPath(KeyFile.identityName, configuration.id)
    else { throw OKitError(.configuration, "neither -o nor $HOME says where the identity goes") }
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
          ? "the identity in \(path), left by an interrupted run, would become a recipient"
          : "a new identity would be written to \(path), and be a recipient")
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
    console.note("the identity is in \(path); keep a copy of it somewhere safe")
    if output != nil, session.environment("OKIT_IDENTITY") == nil {
      console.hint("'export OKIT_IDENTITY=\(ShellWord.quoted(path))' lets okit find it")
    }
    if configuration.recipients.count > 0 {
      console.hint("'okit rekey' encrypts what is encrypted already to it as well")
    } else {
      console.suggest("'okit encrypt --all' encrypts the models to it")
    }
  }

  private func create(_ creation: IdentityCreation, _ path: String, _ session: Session) throws -> X25519Recipient {
    try KeyFile.requireAbsent(path)
    let identity = X25519Identity.generate()
    let text = try contents(of: identity, path, session)
    do {
      try creation.create(identity, contents: text)
    } catch {
      if (try? creation.isInterrupted()) == true {
        session.console.warn("the identity is in \(path); the same command again makes it a recipient")
      }
      throw error
    }
    return identity.recipient
  }

  private func finish(_ creation: IdentityCreation, _ path: String, _ session: Session) throws -> X25519Recipient {
    let recipients = try creation.finish()
    guard let recipient = recipients.first else { throw OKitError(.malformed, "there is no identity in \(path)") }
    session.console.note("an earlier run was interrupted: its identity is now a recipient")
    if passphrase || newPassphraseFile != nil,
      try !KeyFile.contents(path).withUnsafeBytes(IdentityFile.isEncrypted)
    {
      session.console.warn("\(path) has no passphrase, since the earlier run was not asked for one")
    }
    return recipient
  }

  private func contents(of identity: X25519Identity, _ path: String, _ session: Session) throws -> SecretBytes {
    let file = IdentityFile([identity])
    let created = Timestamp.internet(try session.sourceDate() ?? Timestamp.now())
    guard passphrase || newPassphraseFile != nil else { return file.encoded(created: created) }
    let secret = try session.secrets.read(
      Secrets.Request(
        what: "passphrase", file: ("--new-passphrase-file", newPassphraseFile), prompt: "New passphrase for \(path)",
        isNew: true, ways: "give it with --new-passphrase-file"))
    let sealed = try file.encrypt(passphrase: secret, created: created)
    var contents = SecretBytes(count: sealed.count)
    contents.withUnsafeMutableBytes { $0.copyBytes(from: sealed) }
    return contents
  }
}
