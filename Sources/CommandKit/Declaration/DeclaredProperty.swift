/// A property wrapper that declares one argument, ``Argument``, ``Option`` or ``Flag``.
///
/// Wrappers are classes, since the runtime looks through the conformances of all modules where it has to know whether a value conforms
/// to a protocol, once for each type: half the time of a command's start. Superclasses it knows.
public class DeclaredProperty {
  let declaration: Declaration

  init(_ declaration: Declaration) {
    self.declaration = declaration
  }
}

/// A property wrapper that includes the arguments of another type, ``OptionGroup``; a class for the same reason.
public class DeclaredGroup {
  /// The heading in the help; without one the options stand among the command's own.
  let title: String?

  init(title: String?) {
    self.title = title
  }

  /// The value that the arguments are filled into.
  var arguments: any ParsableArguments { preconditionFailure("not overridden") }

  /// Puts `other` in the place of the group's arguments if it is of the same type.
  func adopt(_ other: any ParsableArguments) -> Bool { preconditionFailure("not overridden") }
}
