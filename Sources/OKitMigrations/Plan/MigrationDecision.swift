package import OKitStorage

/// What somebody has to decide before data can be migrated.
package enum MigrationDecision: Equatable, Sendable {
  /// Was a removed property or model renamed to one of these candidates, of which at most a hundred are listed?
  case rename(subject: String, candidates: [String])
  /// Whether values may be lost: how many, and the first of them.
  case loss(subject: String, count: Int, examples: [String])

  /// How many candidates fit in a message.
  private static let mostShown = 10

  /// The options that decide it, one of which is to be given.
  package var options: [String] {
    switch self {
    case .rename(let subject, let candidates):
      candidates.map { "--rename \(subject)=\($0)" } + (subject.hasSuffix(":") ? [] : ["--allow-loss \(subject)"])
    case .loss(let subject, _, _): ["--allow-loss \(subject)"]
    }
  }

  /// The options in words, only the first ones of many.
  package var choices: String {
    switch self {
    case .rename(_, let candidates):
      let shown =
        candidates.count > Self.mostShown ? Array(options.prefix(Self.mostShown)) + options.suffix(1) : options
      return shown.joined(separator: ", or ")
    case .loss: return options.joined(separator: ", or ")
    }
  }

  /// The error where nobody decided it, with the options that do.
  package var error: OKitError {
    switch self {
    case .rename(let subject, let candidates):
      let isCut = candidates.count > Self.mostShown
      let names = candidates.prefix(Self.mostShown) + (isCut ? ["another one"] : [])
      return OKitError(
        .configuration,
        "\(subject) was removed and \(names.joined(separator: " or ")) was added: was it renamed?",
        remedy: .words(choices))
    case .loss(let subject, let count, let examples):
      let shown = examples.joined(separator: ", ") + (count > examples.count ? ", …" : "")
      return OKitError(
        .configuration, "\(count) value\(count == 1 ? "" : "s") of \(subject) would be dropped (\(shown))",
        remedy: .words("use \(options[0]) to drop \(count == 1 ? "it" : "them")"))
    }
  }
}
