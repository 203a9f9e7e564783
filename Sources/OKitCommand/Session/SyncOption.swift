import CommandKit

/// The option that turns off synchronizing stand-ins and partials.
struct SyncOption: ParsableArguments {
  @Flag(.long, help: "Do not change what a stand-in repeats together with its partial.")
  var noSync: Bool
}
