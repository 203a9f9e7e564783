import CommandKit

/// The option that turns off synchronizing stand-ins and partials.
struct SyncOption: ParsableArguments {
  @Flag(.long, help: "Do not update properties shared by a stand-in and its partial.")
  var noSync: Bool
}
