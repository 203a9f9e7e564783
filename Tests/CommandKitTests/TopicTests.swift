import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Topics {
    static let tool = Tool(
      root: Root.self, version: "1", globalOptions: SampleGlobals.self, foreignWords: ["ls": ["get"]],
      topics: [
        HelpTopic("bindings", abstract: "Paths to values.", seeAlso: ["okit-bindings(7)"]) {
          [
            ManualSection("", .text("A path is a path.\n  as it is")),
            ManualSection(
              "Steps", .entries([ManualEntry("x/y", "y of x")]),
              .entries([ManualEntry("TERM", "a variable")], .variable),
              .heading("In short"), .examples([Example("okit get x", "the value")])),
          ]
        }
      ], describeError: { _ in Failure(status: 70, message: "") })

    @Test func aTopicIsPrintedWithItsSections() throws {
      #expect(
        try Self.tool.helpText(for: ["bindings"]) == """
          OVERVIEW: Paths to values.

          A path is a path.
            as it is

          STEPS:
            x/y                     y of x

            $TERM                   a variable

          In short:

            the value:
              okit get x

          SEE ALSO: okit-bindings(7)

          """)
    }

    @Test func theOverviewListsTheTopics() throws {
      let list = "\nTOPICS:\n  bindings                Paths to values.\n\n  See 'okit help <topic>'.\n"
      #expect(try Self.tool.helpText().hasSuffix(list))
      #expect(try !Self.tool.helpText(for: ["backup"]).contains("TOPICS"))
      #expect(try !sample.helpText().contains("TOPICS"))
    }

    @Test(arguments: [
      (["bindngs"], "unknown command 'bindngs', did you mean 'okit help bindings'?"),
      (["bind"], "unknown command 'bind', did you mean 'okit help bindings'?"),
      (["bakcup"], "unknown command 'bakcup', did you mean 'okit backup'?"),
      (["ls"], "unknown command 'ls', did you mean 'okit get'?"),
      (["backup", "bindings"], "unknown command 'bindings'"), (["zzz"], "unknown command 'zzz'"),
    ])
    func anUnknownWordGetsTheNearestTopicOrCommand(_ words: [String], _ message: String) {
      #expect(throws: UsageError(message)) { try Self.tool.helpText(for: words) }
    }
  }
}
