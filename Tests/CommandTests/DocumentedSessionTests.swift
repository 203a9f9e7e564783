import TestSupport
import Testing

/// The commands shown in README.md and docs/ work, and print the output shown there.
@Suite struct DocumentedSessionTests {
  @Test func pagesShowCurrentOutput() throws {
    let clone = try Clone()
    let lines = try clone.pages.flatMap { try Files.text($0).split(separator: "\n") }
    #expect(lines.count { $0.hasPrefix("$ okit ") } > 40)
    #expect(lines.count { $0.hasPrefix("okit ") } > 25)
    try clone.recordSession("--check")
  }

  /// Proves that the test above can fail.
  @Test func recordingFindsAndUpdatesWrongOutput() throws {
    let clone = try Clone()
    for page in clone.pages where page != clone.readme && page != clone.scripts { try Files.remove(page) }
    let wrong = [
      (page: clone.readme, name: "README.md", right: "no problems in 3 models, 10 files"),
      (page: clone.scripts, name: "docs/scripts.md", right: "moved to default:books[0]"),
    ]
    for (page, _, right) in wrong {
      try Files.write(Files.text(page).replacing("\n\(right)\n", with: "\nwrong\n"), to: page)
    }
    let difference = try clone.recordSession("--check", status: 1)
    #expect(difference.lines.count { $0 == "-wrong" } == 2)
    for (page, name, right) in wrong {
      #expect(difference.lines.contains("+\(right)"))
      #expect(difference.errors.contains(name))
      #expect(try Files.text(page).contains("\nwrong\n"))
    }

    try clone.recordSession()
    for (page, _, right) in wrong {
      let text = try Files.text(page)
      #expect(text.contains("\n\(right)\n") && !text.contains("\nwrong\n"))
    }
  }

  @Test(arguments: [
    ("sh", "okit get 'books[0]/nonsense'", "ended the shell"),
    ("crontab", "0 0 * * * okit -C ~/shop check", "cron would send mail"),
  ])
  func recordingReportsAFailingCommand(_ kind: String, _ command: String, _ reason: String) throws {
    let clone = try Clone()
    let session = "```console\n$ okit init ~/shop --data Examples/Bookshop/data\n```\n"
    try Files.write("\(session)\n```\(kind)\n\(command)\n```\n", to: clone.readme)
    let output = try clone.recordSession("--check", status: 1)
    #expect(output.errors.contains(reason))
    #expect(output.errors.contains(command))
  }
}
