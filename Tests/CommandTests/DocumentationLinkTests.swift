import TestSupport
import Testing

/// Links between the pages of the repository lead to a file and, after `#`, to a heading in it.
@Suite struct DocumentationLinkTests {
  private static let pages =
    ["README.md", "CONTRIBUTING.md", "Examples/README.md", "Benchmarks/README.md"]
    + ((try? Files.names(in: Fixture.project + "/docs")) ?? []).map { "docs/\($0)" }

  @Test(arguments: pages) func everyLinkLeadsToAFileAndAHeading(page: String) throws {
    let path = "\(Fixture.project)/\(page)"
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for match in try Files.text(path).matches(of: /\]\(([^)]+)\)/) where !match.1.hasPrefix("https://") {
      let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? path : "\(folder)/\(parts[0])"
      #expect(Files.exists(target), "\(match.1) in \(page)")
      if parts.count == 2 {
        #expect(try headings(of: target).contains(String(parts[1])), "\(match.1) in \(page)")
      }
    }
  }

  @Test func readmeLinksToEveryPage() throws {
    let pages = try Files.names(in: Fixture.project + "/docs")
    #expect(pages.count > 5)
    let readme = try Files.text(Fixture.project + "/README.md")
    for page in pages { #expect(readme.contains("](docs/\(page))"), "\(page)") }
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  /// The anchors of the headings of a page.
  private func headings(of path: String) throws -> [String] {
    try Files.text(path).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-").filter {
        $0.isLetter || $0.isNumber || $0 == "-"
      }
    }
  }
}
