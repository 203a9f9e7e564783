import CommandKit
import OKitModels

/// The options of commands that edit values, for the rules and hooks of the workspace.
struct RuleOptions: ParsableArguments {
  @Flag(
    .long,
    help: "Make the change even if it violates rules of the workspace (see 'okit help rules'). The log notes it.")
  var noRules: Bool
  @OptionGroup var hooks: HookOptions

  /// Lets `workspace` ignore rules and hooks as the options say.
  func apply(to workspace: Workspace) {
    if noRules { workspace.rulePolicy = .ignore }
    hooks.apply(to: workspace)
  }
}

/// The option of commands that run hooks.
struct HookOptions: ParsableArguments {
  @Flag(.long, help: "Run no hooks of the workspace.")
  var noHooks: Bool

  /// Lets `workspace` run no hooks if the option is given.
  func apply(to workspace: Workspace) {
    if noHooks, case .all(let runner) = workspace.programs { workspace.programs = .withoutHooks(runner) }
  }
}
