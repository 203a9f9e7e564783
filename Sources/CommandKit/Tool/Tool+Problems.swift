extension Tool {
  /// Returns mistakes in the declarations, for a test of the tool.
  ///
  /// Finds duplicate names, arguments without help or that can never be filled, groups with their own arguments, and foreign words without a
  /// command.
  func declarationProblems() -> [String] {
    problems(root, path: [name])
      + foreignWords().filter { !$0.value.isEmpty && !$0.value.contains(where: isCommand) }.keys.sorted().map {
        "\(name): the foreign word '\($0)' has no command"
      }
  }

  /// Returns true if the tool or one of its groups has this command. Some words apply only within a group.
  private func isCommand(_ words: String) -> Bool {
    root.hasCommand(words)
      || root.configuration.subcommands.contains { !$0.configuration.isHidden && $0.hasCommand(words) }
  }

  private func problems(_ type: any Command.Type, path: [String]) -> [String] {
    let command = path.joined(separator: " ")
    let subcommands = type.configuration.subcommands
    let own = DeclaredArguments(of: type.init(), sharing: Global()).own
    var problems: [String] = []
    if subcommands.isEmpty {
      problems += repeated(names(own + DeclaredArguments(of: Global()).own)).map {
        "\(command): '\($0)' is declared twice"
      }
      problems += own.filter { $0.declaration.help.isEmpty }.map { "\(command): '\($0.label)' has no help" }
      problems += order(of: own.filter { $0.kind == .positional }).map { "\(command): \($0)" }
    } else {
      problems += own.map { "\(command): a group cannot have '\($0.label)'" }
      let words = subcommands.flatMap { [$0.configuration.name] + $0.configuration.aliases }
      problems += repeated(words).map { "\(command): '\($0)' is declared twice" }
    }
    return problems + subcommands.flatMap { self.problems($0, path: path + [$0.configuration.name]) }
  }

  private func names(_ arguments: [DeclaredArgument]) -> [String] {
    (arguments.filter { $0.kind != .positional }.flatMap(\.names) + BuiltIn.allCases.flatMap(\.names)).map(\.text)
  }

  private func repeated(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { !seen.insert($0).inserted }
  }

  private func order(of arguments: [DeclaredArgument]) -> [String] {
    zip(arguments, arguments.dropFirst()).compactMap { earlier, later in
      if earlier.declaration.value.isRepeating { return "'\(later.label)' follows an argument that takes all values" }
      if later.declaration.value.isRequired, !earlier.declaration.value.isRequired {
        return "the required '\(later.label)' follows an optional argument"
      }
      return nil
    }
  }
}
