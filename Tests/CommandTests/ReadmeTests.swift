import Testing

/// Everything that README.md tells its readers to type works, and prints what stands there.
@Suite struct ReadmeTests {
  @Test func itShowsWhatOKitPrints() throws {
    try Clone().recordSession("--check")
  }

  /// Without this the test above could not fail.
  @Test func whatOKitDoesNotPrintIsFoundAndMended() throws {
    let clone = try Clone()
    let text = try Files.text(clone.readme)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.hasPrefix("$ okit ") } > 30)
    #expect(lines.count { $0.hasPrefix("okit ") } > 20)

    let wrong = lines.map { $0 == "nothing found in 3 models, 10 files" ? "all is well" : String($0) }
    try Files.write(wrong.joined(separator: "\n").utf8, clone.readme)
    let difference = try clone.recordSession("--check", status: 1)
    #expect(difference.lines.contains("-all is well"))
    #expect(difference.lines.contains("+nothing found in 3 models, 10 files"))
    #expect(difference.errors.contains("README.md does not show what okit prints"))
    #expect(try Files.text(clone.readme).contains("all is well"))

    try clone.recordSession()
    #expect(try !Files.text(clone.readme).contains("all is well"))
    try clone.recordSession("--check")
  }

  @Test(arguments: [
    ("sh", "okit get 'books[0]/nonsense'", "ended the shell"),
    ("crontab", "0 0 * * * okit -C ~/shop check", "cron would send mail"),
  ])
  func aCommandThatFailsIsTold(_ kind: String, _ command: String, _ reason: String) throws {
    let clone = try Clone()
    let session = "```console\n$ okit init ~/shop --data Examples/Bookshop/data\n```\n"
    try Files.write("\(session)\n```\(kind)\n\(command)\n```\n".utf8, clone.readme)
    let output = try clone.recordSession("--check", status: 1)
    #expect(output.errors.contains(reason))
    #expect(output.errors.contains(command))
  }
}
