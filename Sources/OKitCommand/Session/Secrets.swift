import Ciphers
import CommandKit
import Glibc
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

/// Reads secrets from files, commands, variables or a prompt, never from arguments.
final class Secrets {
  /// Variables that contain a secret itself.
  static let variables: Set<String> = ["OKIT_PASSWORD"]
  /// The prefixes of variables that contain a secret or its source. Programs of a workspace do not get them.
  private static let variablePrefixes = ["OKIT_PASSWORD", "OKIT_PASSPHRASE", "OKIT_NEW_PASSPHRASE", "OKIT_TOKEN"]
  private static let maximumLength = 64 << 10

  /// Returns an environment without variables that contain a secret or its source.
  static func removed(from environment: [String: String]) -> [String: String] {
    environment.filter { variable in !variablePrefixes.contains(where: variable.key.hasPrefix) }
  }

  /// A secret and its possible sources.
  struct Request {
    /// The name for prompts and errors, such as `password`.
    var what: String
    /// An option such as `--password-file`.
    var file: (name: String, value: String?) = ("", nil)
    var command: (name: String, value: String?) = ("", nil)
    /// A variable such as `OKIT_PASSWORD_FILE`; empty if there is none.
    var fileVariable = ""
    var commandVariable = ""
    var valueVariable = ""
    /// The prompt on a terminal.
    var prompt: String
    /// If true, the prompt is repeated to confirm the secret.
    let isNew: Bool
    /// The hint if no secret is given and okit cannot prompt.
    var hint: String
  }

  private let console: Console
  private var standardInputIsTaken = false

  init(_ console: Console) {
    self.console = console
  }

  /// Reserves standard input, which can be used only once; a second use is a usage error.
  func takeStandardInput() throws {
    guard !standardInputIsTaken else { throw UsageError("standard input can be used only once") }
    standardInputIsTaken = true
  }

  /// Returns true if `request` needs no prompt.
  func isGiven(_ request: Request) -> Bool {
    request.file.value != nil || request.command.value != nil || variable(request.fileVariable) != nil
      || variable(request.commandVariable) != nil || Self.isSet(request.valueVariable)
  }

  func read(_ request: Request) throws -> SecretBytes {
    let secret = try find(request)
    guard secret.count > 0 else { throw UsageError("the \(request.what) is empty") }
    return secret
  }

  private func find(_ request: Request) throws -> SecretBytes {
    switch (request.file.value, request.command.value) {
    case (_?, _?):
      throw UsageError("'\(request.file.name)' and '\(request.command.name)' both set the \(request.what)")
    case (let file?, nil):
      if file.isEmpty { throw UsageError("the file name given with \(request.file.name) is empty") }
      return try Self.trimmed(contents(of: FilePath(text: file)))
    case (nil, let command?): return try Self.trimmed(output(of: command))
    case (nil, nil): break
    }
    let given = [request.fileVariable, request.commandVariable, request.valueVariable].filter(Self.isSet)
    guard given.count <= 1 else {
      throw UsageError("\(given.map { "$" + $0 }.joined(separator: " and ")) both set the \(request.what)")
    }
    if let file = variable(request.fileVariable) { return try Self.trimmed(contents(of: FilePath(text: file))) }
    if let command = variable(request.commandVariable) { return try Self.trimmed(output(of: command)) }
    // Not from the console's environment, because a secret must not become a String, which cannot be wiped.
    if let value = getenv(request.valueVariable), !request.valueVariable.isEmpty {
      return Self.trimmed(SecretBytes(copying: UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }
    return try ask(request)
  }

  private static func isSet(_ variable: String) -> Bool {
    guard !variable.isEmpty, let value = getenv(variable) else { return false }
    return value.pointee != 0
  }

  private func variable(_ name: String) -> String? {
    guard let value = console.environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns the secret without one final line feed, or carriage return and line feed.
  private static func trimmed(_ secret: consuming SecretBytes) -> SecretBytes {
    let length = secret.withUnsafeBytes { bytes in
      guard bytes.last == UInt8(ascii: "\n") else { return bytes.count }
      let rest = bytes.dropLast()
      return rest.last == UInt8(ascii: "\r") ? rest.count - 1 : rest.count
    }
    return beginning(of: secret, length)
  }

  private static func beginning(of secret: borrowing SecretBytes, _ count: Int) -> SecretBytes {
    secret.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  // MARK: - Files and commands

  private func contents(of path: FilePath) throws -> SecretBytes {
    if path == "-" {
      try takeStandardInput()
      try console.requireRedirectedInput("a secret")
      return try Self.readAll(InputDescriptor(descriptor: console.standardInput, name: "standard input"))
    }
    let input = try InputDescriptor(opening: path, name: path.text)
    var status = stat()
    if fstat(input.descriptor, &status) == 0, status.st_mode & 0o077 != 0, status.st_mode & S_IFMT == S_IFREG {
      console.warn("other users can read \(path); run 'chmod 600' on it")
    }
    return try Self.readAll(input)
  }

  private static func readAll(_ input: InputDescriptor) throws -> SecretBytes {
    var buffer = SecretBytes(count: maximumLength)
    let count = try buffer.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < buffer.count {
        let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        if count == 0 { return filled }
        filled += count
      }
      throw UsageError("\(input.name) is too long for a secret")
    }
    return beginning(of: buffer, count)
  }

  /// Returns the output of a command; it runs with `sh` and does not get variables that contain secrets.
  private func output(of command: String) throws -> SecretBytes {
    let pipe = try Pipe(for: command)
    let child = try ChildProgram(
      ["sh", "-c", command], at: "/bin/sh", name: command, environment: console.environment,
      standardOutput: pipe.writeEnd)
    pipe.closeWriteEnd()
    do {
      let output = InputDescriptor(descriptor: pipe.readEnd, name: "the output of '\(command)'")
      let secret = try Self.readAll(output)
      guard try child.wait() == .status(0) else {
        throw OKitError(.locked, "cannot read the secret: '\(command)' failed")
      }
      return secret
    } catch {
      child.end()
      throw error
    }
  }

  // MARK: - Prompts

  private func ask(_ request: Request) throws -> SecretBytes {
    do {
      let first = try prompt(request.prompt + ": ")
      guard request.isNew, first.count > 0 else { return first }
      let second = try prompt(request.prompt + " (again): ")
      guard first.isEqual(second) else { throw UsageError("the two entries do not match") }
      return first
    } catch let error as PromptError where error.reason != .tooLong {
      throw OKitError(.locked, "missing \(request.what), and okit cannot prompt for it", remedy: .words(request.hint))
    }
  }

  private func prompt(_ text: String) throws -> SecretBytes {
    var buffer = SecretBytes(count: 4096)
    let count = try buffer.withUnsafeMutableBytes { try console.readSecret(prompt: text, into: $0) }
    return Self.beginning(of: buffer, count)
  }
}

/// A secret that is read at most once, when it is first needed, such as the password of several backups.
final class CachedSecret {
  private let secrets: Secrets
  private let request: Secrets.Request
  private var known: SharedSecret?

  init(_ secrets: Secrets, _ request: Secrets.Request) {
    self.secrets = secrets
    self.request = request
  }

  func secret() throws -> SecretBytes {
    if let known { return known.secret.copy() }
    let kept = SharedSecret(try secrets.read(request))
    known = kept
    return kept.secret.copy()
  }
}
