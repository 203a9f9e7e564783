import Testing

@testable import CommandKit
@testable import OKitCommand

/// The declarations of okit's commands.
@Suite struct DeclarationTests {
  @Test func declarationsAreSound() {
    #expect(OKitTool.tool.declarationProblems() == [])
  }

  @Test func everyCompletionHasASourceAndEverySourceIsUsed() {
    let names = Self.arguments(of: OKitTool.tool.root).compactMap { argument in
      if case .custom(let name) = argument.completion { name } else { nil }
    }
    #expect(Set(names) == Set(CompletionSource.allCases.map(\.rawValue)))
  }

  private static func arguments(of type: any Command.Type) -> [DeclaredArgument] {
    DeclaredArguments(of: type.init()).own + type.configuration.subcommands.flatMap(arguments)
  }
}
