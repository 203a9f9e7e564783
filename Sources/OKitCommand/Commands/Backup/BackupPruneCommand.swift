import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupPruneCommand: Command {
  static let configuration = CommandConfiguration(
    "prune",
    abstract: "Remove old backups by rules.",
    discussion: """
      Keeps the backups that at least one rule keeps, and removes the others without asking. The rules are those of \
      restic: --keep-daily 7 keeps the newest backup of each of the last 7 days that have one. If there are fewer, the \
      oldest backup is kept as well. Days, weeks (from Monday), months and years are local. Without options, the rules \
      are those of "keep" under "backup" in okit.json, such as {"daily": 7, "weekly": 4, "within": "30d", "tags": \
      ["release"]}.

      It also keeps the newest backup, pinned backups ('okit backup pin'), those of other workspaces in the folder, and \
      backups without a record, because their time is unknown; 'okit backup verify' writes the record. Damaged backups \
      are kept, but do not count for the rules. Backups that okit made before a change (before-…) do not count either. \
      They are removed after a week, unless 'okit migrate rollback' needs them.
      """,
    examples: [
      Example("okit backup prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12", "keep 7 days, 4 weeks, 12 months"),
      Example("okit backup prune --keep-within 30d -n", "show what would be removed"),
      Example("okit backup prune --verified", "use the rules of okit.json, and count only verified backups"),
    ],
    statuses: [ManualEntry("64", "no rules are given")])

  @Option(.long, help: "Keep the newest backups.", valueName: "count")
  var keepLast: Int?
  @Option(.long, help: "Keep the newest backup of each of so many hours.", valueName: "count")
  var keepHourly: Int?
  @Option(.long, help: "Keep the newest backup of each of so many days.", valueName: "count")
  var keepDaily: Int?
  @Option(.long, help: "Keep the newest backup of each of so many weeks.", valueName: "count")
  var keepWeekly: Int?
  @Option(.long, help: "Keep the newest backup of each of so many months.", valueName: "count")
  var keepMonthly: Int?
  @Option(.long, help: "Keep the newest backup of each of so many years.", valueName: "count")
  var keepYearly: Int?
  @Option(
    .long, help: "Keep all backups from this period before the newest one, such as 30d or 1y6m (m is a month).",
    valueName: "period")
  var keepWithin: String?
  @Option(
    .customLong("keep-tag"),
    help: "Keep all backups with this tag, or with all of these, separated by commas. Can be repeated.",
    valueName: "tag")
  var keepTags: [String] = []
  @Flag(.long, help: "Count only backups that 'okit backup verify' found intact.")
  var verified: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var global: GlobalOptions

  private var counts: [(RetentionRules.Period, Int?)] {
    [
      (.last, keepLast), (.hourly, keepHourly), (.daily, keepDaily), (.weekly, keepWeekly), (.monthly, keepMonthly),
      (.yearly, keepYearly),
    ]
  }

  func validate() throws {
    for case (let period, let count?) in counts where count < 0 {
      throw UsageError("--keep-\(period.rawValue) is a number of backups, not \(count)")
    }
    if let keepWithin, RetentionPeriod(keepWithin) == nil {
      throw UsageError("--keep-within is a period such as 30d, 6m or 1y2m3d4h, not '\(Console.printable(keepWithin))'")
    }
    if keepTags.contains(where: { RetentionRules.tags($0) == nil }) { throw UsageError("a tag is empty") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: [], self.places, dryRun: dryRun)
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    // Its rules and its id would decide about the caller's backups.
    try workspace?.requireTrusted()
    var rules = RetentionRules()
    for case (let period, let count?) in counts where count > 0 { rules.counts[period] = count }
    rules.within = keepWithin.flatMap(RetentionPeriod.init)
    rules.tags = keepTags.compactMap(RetentionRules.tags)
    let isGiven = counts.contains { $0.1 != nil } || keepWithin != nil || !keepTags.isEmpty
    if !isGiven { rules = try workspace?.requireConfiguration().backup.keep ?? rules }
    guard !rules.isEmpty else {
      throw UsageError(
        isGiven
          ? "the rules keep nothing"
          : "no rules: give --keep-… options, or \"keep\" under \"backup\" in okit.json")
    }
    try PruneReport(session, dryRun: dryRun).prune(places, of: workspace, rules, countsOnlyVerified: verified)
  }
}
