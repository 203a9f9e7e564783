import JSONDocument
import OKitStorage

/// Finds out from what restic printed why it failed. Before version 0.17 its status is 1 for every reason.
enum ResticFailure {
  /// The words by which restic, its backends and the programs that they start report a reason, in lower case. The first that occurs counts.
  private static let reasons: [(kind: OKitError.Kind, words: [String])] = [
    (.locked, ["wrong password or no key found", "empty password", "resolving password failed"]),
    (.unsupported, ["executable file not found"]),
    (.configuration, ["didn't find section in config file"]),
    (.busy, [locked]),
    (.locked, ["permission denied (publickey", "permission denied (password"]),
    (.inputOutput, ["no space left on device", "disk quota exceeded", "permission denied", "read-only file system"]),
    (.exists, ["config file already exists", "already initialized"]),
    (
      .locked,
      [
        "401 unauthorized", "(401)", "403 forbidden", "(403)", "access denied", "invalidaccesskeyid",
        "signaturedoesnotmatch", "request signature we calculated does not match",
        "access key id you provided does not",
      ]
    ),
    (
      .unreachable,
      [
        "connection refused", "connection reset", "connection closed", "connection timed out", "connection lost",
        "i/o timeout", "no such host", "could not resolve", "network is unreachable", "no route to host",
        "unable to start the sftp session", "ssh command exited", "broken pipe", "(500)", "(502)",
        "(503)", "tls handshake timeout",
      ]
    ),
    (
      .malformed,
      [
        damage, "ciphertext verification failed", "hash does not match", "invalid data returned",
        "readfull(", "unexpected file size", "load(<data",
      ]
    ),
    (.notFound, ["does not exist", "no such file", "(404)", "not found", "nosuchbucket"]),
  ]
  private static let locked = "already locked"
  /// The statuses of restic 0.17 and newer.
  private static let missingStatus: Int32 = 10
  private static let lockedStatus: Int32 = 11
  private static let passwordStatus: Int32 = 12
  private static let noRepository = [
    "unable to open config file", "is there a repository at", "repository does not exist",
  ]

  /// Returns the error for a call that failed in the repository or with the backup `name`, which printed `text` on standard error.
  static func error(_ text: String, status: Int32 = 1, in name: String) -> OKitError {
    let lowercased = text.lowercased()
    let kind = Self.kind(lowercased)
    switch kind {
    case _ where status == missingStatus:
      return missing(name)
    case _ where status == passwordStatus:
      return OKitError(.locked, "wrong password for the repository \(name)")
    case .locked where lowercased.has("wrong password"):
      return OKitError(.locked, "wrong password for the repository \(name)")
    case .notFound where noRepository.contains { lowercased.has($0) }:
      return missing(name)
    case .notFound:
      // A file of the repository is missing.
      return OKitError(.malformed, "restic failed with \(name): \(message(text))")
    case .exists:
      return OKitError(.exists, "\(name) already is a restic repository")
    case _ where isLocked(text, status):
      return OKitError(
        .busy, "the repository \(name) is locked by another restic",
        remedy: .words("run '\(command("unlock", name))' if that one ran on another machine and was killed"))
    case .none where status < 0:
      return OKitError(.inputOutput, "restic was killed while it used \(name)")
    case .none, .usage, .malformed, .unsupported, .inputOutput, .busy, .unreachable, .refused, .locked,
      .configuration:
      return OKitError(kind ?? .inputOutput, "restic failed with \(name): \(message(text))")
    }
  }

  /// The removals of snapshots that a repository refuses, because it only takes new files.
  struct RefusedRemovals {
    /// The beginnings of the ids of the snapshots.
    let ids: [String]
    /// True if restic tries again, version 0.14 for about a minute.
    let areRepeated: Bool

    /// The removals that were refused according to what restic has printed on standard error.
    init(in text: String) {
      let lines = text.split(whereSeparator: \.isNewline).map { plain(String($0)) }.filter { line in
        line.withoutPrefix(Self.beginning).map { kind($0.lowercased()) == .locked } == true
      }
      ids = lines.compactMap { $0.withoutPrefix(Self.beginning).map { String($0.prefix { $0 != ">" }) } }
      areRepeated = lines.contains { $0.has(repetition) }
    }

    private static let beginning = "Remove(<snapshot/"
  }

  private static let repetition = "returned error, retrying after"

  private static func kind(_ lowercased: String) -> OKitError.Kind? {
    reasons.first { reason in reason.words.contains { lowercased.has($0) } }?.kind
  }

  /// Returns the error for a removal in a repository that does not allow it.
  static func onlyTakesNewFiles(_ name: String) -> OKitError {
    OKitError(.locked, "the repository \(name) only takes new files, so nothing in it can be removed")
  }

  /// Returns the error for a place without a repository.
  static func missing(_ name: String) -> OKitError {
    OKitError(
      .notFound, "no restic repository at \(name)", remedy: .words("run '\(command("init", name))' to create it"))
  }

  /// Returns a command for the repository `name`.
  private static func command(_ verb: String, _ name: String) -> String {
    "okit backup repository \(verb) --repository \(ShellWord.quoted(name))"
  }

  /// True if another restic has locked the repository.
  static func isLocked(_ text: String, _ status: Int32?) -> Bool { status == lockedStatus || text.has(locked) }

  /// Returns the lines that say what `restic check` has found; none if it ended for another reason.
  static func problems(_ text: String) -> [String] {
    guard text.has(damage) else { return [] }
    let found = lines(text).filter { $0.withoutPrefix(fatal) == nil && !$0.has(repetition) }.map(printable)
    return found.isEmpty ? [damage] : found
  }

  private static let damage = "repository contains errors"
  private static let fatal = "Fatal: "

  /// Returns the line that says most: that of a program that restic started, the first of a fatal error, or else the first one.
  static func message(_ text: String) -> String {
    let lines = lines(text)
    let last = lines.filter { !$0.has(repetition) }
    let programs = lines.compactMap { $0.withoutPrefix("subprocess ssh: ") ?? $0.withoutPrefix("rclone: ") }
    let fatal = lines.compactMap { $0.withoutPrefix(Self.fatal) }
    // Its cleanup fails for the same reason as what it did before, and it works without a cache.
    let others = last.filter { line in
      ["error in cleanup handler", "error while unlocking", "unable to open cache", Self.fatal].allSatisfy {
        line.withoutPrefix($0) == nil
      }
    }
    guard
      let line = programs.last(where: { !$0.hasPrefix("Warning: ") })
        // The lines before it say which errors.
        ?? fatal.first(where: { !$0.has(damage) }) ?? others.first ?? fatal.first ?? lines.first
    else { return "it says nothing" }
    return printable(line)
  }

  private static func printable(_ line: String) -> String {
    String(PathComponent.printable(String(line.prefix(300))).dropFirst().dropLast())
  }

  /// Returns the lines that are not blank. restic does not end each line before a fatal error.
  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { plain(String($0)) }.flatMap { line -> [String] in
      guard let start = line.indices.dropFirst().first(where: { line[$0...].hasPrefix(fatal) }) else { return [line] }
      return [String(line[..<start]), String(line[start...])]
    }.filter { $0.contains { !$0.isWhitespace } }
  }
}

extension ResticFailure {
  /// Returns the message of a line that newer versions print as an object; any other line as it is.
  fileprivate static func plain(_ line: String) -> String {
    // On a terminal it erases the line of its progress before.
    let line = line.withoutPrefix("\u{1b}[2K") ?? line
    guard line.hasPrefix("{"), let object = try? JSONDocument(parsing: JSONBytes(Array(line.utf8)), path: "restic").root
    else { return line }
    return object["message"]?.string ?? object["error"]?["message"]?.string ?? line
  }
}

extension String {
  /// True if `text` occurs.
  func has(_ text: String) -> Bool {
    let (whole, part) = (Array(utf8), Array(text.utf8))
    guard whole.count >= part.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
  }
}
