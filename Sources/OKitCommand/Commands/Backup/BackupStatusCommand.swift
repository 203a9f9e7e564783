import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupStatusCommand: Command {
  static let configuration = CommandConfiguration(
    "status",
    abstract: "Check that there is a recent, verified backup.",
    discussion: """
      Prints one line. The status is 1 if there is no backup, if one is damaged, if the newest one is known to contain \
      unreadable files, or if the newest one or the last verification is too old. Reads only the records beside the backups, so it needs no key: 'okit backup verify' has to \
      verify them. A backup counts from the last time when 'okit backup create --if-changed' found nothing to back up. \
      Warns if the newest backup lacks a model that was in the one before. Without a workspace, \
      each one with backups in the folder or the repository must be in order, and the line is about one that is not; \
      delete the backups of a workspace that is no longer used.
      """,
    examples: [
      Example("okit backup status", "show the newest backup"),
      Example(
        "okit backup status --max-age 26h --max-verified 8d",
        "fail without a backup of today and a verification of this week"
      ),
    ],
    statuses: [ManualEntry("1", "a backup is missing, too old, not verified or damaged")])

  @Option(.long, help: "The maximum age of the newest backup, such as 26h.", valueName: "duration")
  var maxAge: DurationValue?
  @Option(.long, help: "The maximum time since the last verification, such as 8d.", valueName: "duration")
  var maxVerified: DurationValue?
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let now = Timestamp.now()
    let workspace = try session.workspace(ofBackups: [], self.places)
    let places = try session.places(self.places, workspace, password)
    let health = try BackupHealth(of: places, workspace, now: now)
    let series = health.series.first { !self.problems(of: $0, now).isEmpty } ?? health.series.first
    let unknown = health.damagedSnapshots > 0 ? ["\(health.damagedSnapshots) unknown snapshots"] : []
    let none = health.unrecorded > 0 ? "no backup with a record that can be read" : "no backup"
    var problems = series.map { self.problems(of: $0, now) } ?? [unknown.isEmpty ? none : "no intact backup"]
    problems += unknown.map { "damaged: \($0)" }
    for model in health.lostModels {
      console.warn("model \(model) was in the backup before, and is not in the newest one")
    }
    if console.json {
      try console.writeJSON { writer in
        writer.member("good", problems.isEmpty)
        writer.array("problems", of: problems)
        writer.member("newest", series?.newest)
        writer.member("time", series?.time.map(Timestamp.internet))
        writer.member("verified", series?.verified.map(Timestamp.internet))
        writer.array("damaged", of: health.series.flatMap(\.damaged) + unknown)
        writer.array("lostModels", of: health.lostModels.map(\.description))
        writer.member("backups", series?.count ?? 0)
        writer.member("unreadable", series?.unreadableFiles ?? 0)
        writer.member("workspace", series?.workspace)
      }
    } else {
      let verdict = problems.isEmpty ? "good" : Console.printable(problems.joined(separator: "; "))
      let owner = health.series.count > 1 ? series.map { "; workspace \($0.workspace)" } ?? "" : ""
      try console.standardOutput.writeLine(verdict + (series.map { facts(about: $0, session) } ?? "") + owner)
    }
    if !problems.isEmpty { throw ExitStatus(Status.found) }
  }

  private func facts(about series: BackupHealth.Series, _ session: Session) -> String {
    guard let newest = series.newest, let made = series.time else { return "" }
    let verified = series.verified.map { "verified \(time($0, session))" } ?? "never verified"
    return
      ": newest \(Console.printable(newest)), \(time(made, session)); \(verified); \(count(series.count, "backup"))"
  }

  private func problems(of series: BackupHealth.Series, _ now: Int64) -> [String] {
    let damaged = series.damaged.isEmpty ? [] : ["damaged: \(series.damaged.joined(separator: ", "))"]
    guard let time = series.time else { return [damaged.isEmpty ? "no backup" : "no intact backup"] + damaged }
    var problems: [String] = []
    if let maxAge, now - time > maxAge.duration.components.seconds {
      problems.append("the newest backup is older than \(maxAge.argumentText)")
    }
    if let maxVerified, series.verified.map({ now - $0 > maxVerified.duration.components.seconds }) ?? true {
      problems.append("no backup was verified in the last \(maxVerified.argumentText)")
    }
    if series.unreadableFiles > 0 {
      problems.append("the newest backup contains \(count(series.unreadableFiles, "unreadable file"))")
    }
    return problems + damaged
  }
}
