import CommandKit

/// Leaves out the question before many entities are removed.
struct RemovalConfirmationOption: ParsableArguments {
  @Flag(.shortAndLong, help: "Do not ask before more than ten entities are removed.")
  var yes: Bool
}
