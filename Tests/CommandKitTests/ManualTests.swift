import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Manual {
    static let edition = ManualEdition(date: "November 22, 2026", subject: "okit 0.1.0")

    @Test func theToolAndEachGroupHaveAPage() throws {
      let pages = CommandManual(of: sample, edition: Self.edition).pages
      #expect(pages.map(\.fileName) == ["okit.1", "okit-backup.1"])
      let page = pages[0].mdoc
      #expect(page.contains(".It Cm backup\nMake, look at and restore backups.\nSee \\%okit\\-backup(1)."))
      #expect(
        page.contains(".Ss okit get\n.Nm okit\n.Cm get\n.Ar path\n.Op Ar others ...\n.Op Fl \\-default Ar default\n"))
      #expect(page.contains(".It Fl 0 , Fl \\-null\nEnd values with NUL."))
      #expect(page.contains(".Sh SEE ALSO\n.Xr okit-backup 1\n"))
      // Hidden commands are left out.
      #expect(!page.contains("fail"))
    }

    @Test func aGroupHasOnePageWithItsAdditions() throws {
      let addition = ManualAddition(
        sections: [ManualSection("In short", .text("It is."), .entries([ManualEntry("a.b", "both")]))],
        environment: [ManualEntry("A, B", "variables")], files: [ManualEntry("~/x", "a file")],
        statuses: [ManualEntry("0", "done")], seeAlso: ["zip(1)", "okit-format(5)"])
      let page = CommandManual(of: sample, edition: Self.edition, additions: ["okit backup": addition])
        .pages[1]
      #expect(
        page.mdoc == """
          .Dd November 22, 2026
          .Dt OKIT-BACKUP 1
          .Os "okit 0.1.0"
          .Sh NAME
          .Nm okit-backup
          .Nd make, look at and restore backups
          .Sh SYNOPSIS
          .Nm okit
          .Cm backup create
          .Op Ar name
          .Op Fl \\-output Ar path
          .Op Fl \\-format Ar format
          .Op Fl \\-recipient Ar recipient ...
          .Op Fl \\-level Ar level
          .Op Fl \\-dry\\-run
          .Op Fl \\-password\\-file Ar file
          .Op Fl \\-password\\-command Ar command
          .Nm okit
          .Cm backup list
          .Nm okit
          .Cm backup delete
          .Ar names ...
          .Sh DESCRIPTION
          The global options of \\%okit(1) go before or after the command.
          .Sh COMMANDS
          .Ss okit backup create
          Make a backup of the workspace.
          .Pp
          The archive is sealed with a password or for recipients.
          .Bd -literal -offset indent
          kept as it is
          .Ed
          .Bl -tag -width Ds
          .It Ar name
          What to call it.
          .It Fl o , Fl \\-output Ar path
          Where to put it.
          .It Fl \\-format Ar format
          What to make.
          (values: age, zip, directory; default: age)
          .It Fl r , Fl \\-recipient Ar recipient
          Who can open it.
          .It Fl \\-level Ar level
          How hard to try.
          (default: \\%3)
          .It Fl n , Fl \\-dry\\-run
          Change nothing.
          .El
          .Pp
          Password options:
          .Bl -tag -width Ds
          .It Fl \\-password\\-file Ar file
          Read the password from a file.
          .It Fl \\-password\\-command Ar command
          Run a command for the password.
          .El
          .Ss okit backup list
          List the backups.
          .Ss okit backup delete
          Delete backups.
          .Bl -tag -width Ds
          .It Ar names
          Which ones.
          .El
          .Sh IN SHORT
          It is.
          .Bl -tag -width Ds
          .It Li a.b
          both
          .El
          .Sh ENVIRONMENT
          .Bl -tag -width Ds
          .It Ev A , Ev B
          variables
          .El
          .Sh FILES
          .Bl -tag -width Ds
          .It Pa \\&\\(ti/x
          a file
          .El
          .Sh EXIT STATUS
          .Bl -tag -width Ds
          .It Li \\&0
          done
          .It Li \\&77
          okit backup create: no password
          .El
          .Pp
          \\%okit(1) lists the statuses of all commands.
          .Sh EXAMPLES
          Keep everything under the time\\(aqs name:
          .Bd -literal -offset indent
          okit backup create
          .Ed
          .Bd -literal -offset indent
          okit backup create monday \\-r age1qqq
          .Ed
          .Sh SEE ALSO
          .Xr age 1 ,
          .Xr okit 1 ,
          .Xr zip 1 ,
          .Xr okit-format 5

          """)
    }

    @Test(arguments: [
      ("a 'b' \\n", ["a \\(aqb\\(aq \\%\\en"]), ("~ ^ `x`", ["\\%\\(ti \\%\\(ha \\%\\(gax\\(ga"]),
      ("One. Two, (three.) Four", ["One.", "Two, (three.)", "Four"]), ("Is it? Yes.", ["Is it?", "Yes."]),
      (".x is", ["\\%.x is"]), ("a ... b", ["a \\%...\\& b"]), ("x/.. is", ["\\%x/..\\& is"]),
      ("read-only", ["\\%read\\-only"]), ("wörter…", ["\\%w\\[u00F6]rter\\[u2026]"]),
      ("(with -r, --all)", ["(with \\fB\\-r\\fP, \\fB\\-\\-all\\fP)"]), ("- and -1", ["\\%\\- and \\%\\-1"]),
      ("", []),
    ])
    func textIsEscapedForMdoc(_ text: String, _ lines: [String]) {
      #expect(MdocText.lines(text) == lines)
    }

    @Test func linesAreShort() {
      let text = Array(repeating: "words", count: 100).joined(separator: " ")
      let lines = MdocText.lines(text)
      #expect(lines.count == 8 && lines.allSatisfy { $0.utf8.count <= 78 })
      #expect(lines.joined(separator: " ") == text)
    }

    @Test(arguments: [
      ("path value", "\"path value\""), ("a\"b", "a\\(dqb"), ("Xr", "\\&Xr"), ("No", "\\&No"), ("!x y", "\"\\&!x y\""),
      ("", "\\&"), ("|", "\\&|"), ("Directory", "Directory"), ("age1…", "age1\\[u2026]"),
    ])
    func macroNamesInArgumentsAreEscaped(_ text: String, _ argument: String) {
      #expect(MdocText.argument(text) == argument)
    }

    @Test func aPageCanDescribeAFormat() {
      let page = ManualPage(
        "x-format", part: 5, abstract: "Files of x.",
        sections: [
          ManualSection("", .text("First.\n\n  as it is\n   deeper\n\nLast.")),
          ManualSection("More", .heading("In part"), .examples([Example("x 'y'", "what it does"), Example(".z")])),
        ], seeAlso: ["x(1)", "nonsense"], edition: Self.edition)
      #expect(page.fileName == "x-format.5")
      #expect(
        page.mdoc.hasSuffix(
          """
          .Nd files of x
          .Sh DESCRIPTION
          First.
          .Bd -literal -offset indent
          as it is
           deeper
          .Ed
          .Pp
          Last.
          .Sh MORE
          .Ss \\&In part
          what it does:
          .Bd -literal -offset indent
          x \\(aqy\\(aq
          .Ed
          .Bd -literal -offset indent
          \\&.z
          .Ed
          .Sh SEE ALSO
          .Xr x 1

          """))
    }
  }
}
