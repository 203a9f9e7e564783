import TestSupport

/// The variables and commands of a crontab.
struct Crontab {
  struct Entry {
    /// Minute, hour, day of the month, month, day of the week.
    let times: [Substring]
    let command: String
  }

  private(set) var variables: [String: String] = [:]
  private(set) var entries: [Entry] = []

  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if let match = line.wholeMatch(of: /([A-Z_]+)=(.*)/) {
        variables[String(match.1)] = String(match.2)
        continue
      }
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count == 6 else { throw ChildProcess.Failure("no line of a crontab: \(line)") }
      entries.append(Entry(times: Array(words[..<5]), command: words[5].drop { $0 == " " }.description))
    }
  }
}
