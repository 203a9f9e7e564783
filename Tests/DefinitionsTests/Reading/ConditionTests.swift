import Definitions
import Testing

@Suite struct ConditionTests {
  @Test(arguments: [
    ("os(iOS)", true), ("os(macOS)", false), ("!os(macOS)", true), ("os(macOS) || os(iOS)", true),
    ("canImport(UIKit)", true), ("canImport(AppKit)", false), ("DEBUG", false), ("!DEBUG", true), ("true", true),
    ("false", false), ("swift(>=5.0)", true), ("compiler(<6)", false), ("targetEnvironment(simulator)", false),
    ("!targetEnvironment(simulator) && os(iOS)", true), ("(DEBUG || FLAG) || !(A && B)", true), ("!(!DEBUG)", false),
    ("DEBUG || os(iOS) && FLAG", false), ("os(iOS) || DEBUG && FLAG", true), ("arch(arm64)", true), ("", false),
    ("&& ||", false), ("((", false), ("os(iOS) ||\n  DEBUG", true), ("DEBUG // os(iOS)", false), ("!!!DEBUG", true),
  ])
  func conditionsAreEvaluatedAsInAReleasedApp(condition: String, holds: Bool) throws {
    #expect(
      try members("#if \(condition)\nvar a: Int\n#else\nvar b: Int\n#endif\nvar c: Int") == [
        holds ? "a: Int" : "b: Int", "c: Int",
      ])
  }

  @Test func onlyOneBranchIsRead() throws {
    let text = """
      #if DEBUG
        var a = ( { [
      #elseif os(macOS)
        var b = "
      #elseif os(iOS)
        #if FLAG
          var c = 1
        #else
          /// Note.
          var d = 1 // okit: was dd
        #endif
      #elseif true
        var e = 1
      #else
        var f = 1
      #endif // DEBUG
      #if DEBUG
      /// Not this.
      #endif
      var g = 1
      #if os(iOS) // okit: was nothing
      /// G.
      var h: Foo = Foo()
        #if DEBUG
        .debug()
        #else
        .release()
        #endif
        .more
      #endif
      """
    #expect(
      try members(text) == [
        "d: Int = 1 / Note. / was dd", "g: Int = 1",
        "h: Foo = {Foo()\n  #if DEBUG\n  .debug()\n  #else\n  .release()\n  #endif\n  .more} / G.",
      ])
  }
}
