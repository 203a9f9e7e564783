package import OKitStorage

/// A decision to make before data can be migrated.
package enum MigrationDecision: Equatable, Sendable {
  /// Was a removed property or model renamed to one of these candidates? There are at most a hundred.
  case rename(subject: String, candidates: [String])
  /// May this number of values be lost? The examples are the first ones.
  case loss(subject: String, count: Int, examples: [String])

  /// The maximum number of candidates in a message.
  private static let maximumShown = 10

  /// The options of the command, one of which makes the decision.
  package var options: [String] {
    switch self {
    case .rename(let subject, let candidates):
      candidates.map { "--rename \(ShellWord.quoted("\(subject)=\($0)"))" }
        + (subject.hasSuffix(":") ? [] : ["--allow-loss \(ShellWord.quoted(subject))"])
    case .loss(let subject, _, _): ["--allow-loss \(ShellWord.quoted(subject))"]
    }
  }

  /// The options as text for a message; of many, only the first ones and the last.
  package var choices: String {
    switch self {
    case .rename(_, let candidates):
      let shown =
        candidates.count > Self.maximumShown ? Array(options.prefix(Self.maximumShown)) + options.suffix(1) : options
      return shown.joined(separator: ", or ")
    case .loss: return options.joined(separator: ", or ")
    }
  }

  /// The error if the decision is not made, with the options.
  package var error: OKitError {
    switch self {
    case .rename(let subject, let candidates):
      let isCut = candidates.count > Self.maximumShown
      let names = candidates.prefix(Self.maximumShown) + (isCut ? ["another one"] : [])
      return OKitError(
        .configuration,
        "\(subject) was removed and \(names.joined(separator: " or ")) was added: was it renamed?",
        remedy: .words("use \(choices)"))
    case .loss(let subject, let count, let examples):
      let shown = examples.joined(separator: ", ") + (count > examples.count ? ", …" : "")
      return OKitError(
        .configuration, "\(count) value\(count == 1 ? "" : "s") of \(subject) would be dropped (\(shown))",
        remedy: .words("use \(options[0]) to drop \(count == 1 ? "it" : "them")"))
    }
  }
}
