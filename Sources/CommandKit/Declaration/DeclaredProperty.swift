/// A property wrapper that declares arguments: a ``DeclaredProperty`` or a ``DeclaredGroup``.
///
/// Wrappers are classes for speed: to check a protocol conformance, the runtime searches all modules once for each type, which takes half of
/// a command's start time. A superclass check is fast, but only if it succeeds; if the value of a mirror is cast to a class that it does not have,
/// the runtime searches, too. Therefore both kinds have one superclass.
package class DeclaredWrapper {}

/// A property wrapper that declares one argument, ``Argument``, ``Option`` or ``Flag``.
package class DeclaredProperty: DeclaredWrapper {
  let declaration: Declaration

  init(_ declaration: Declaration) {
    self.declaration = declaration
  }
}

/// A property wrapper that includes the arguments of another type, ``OptionGroup``.
package class DeclaredGroup: DeclaredWrapper {
  /// The heading in the help; without one, the options are listed with the command's own.
  let title: String?

  init(title: String?) {
    self.title = title
  }

  /// The value that receives the arguments.
  var arguments: any ParsableArguments { preconditionFailure("not overridden") }

  /// Replaces the group's arguments with `other` if the types match.
  func adopt(_ other: any ParsableArguments) -> Bool { preconditionFailure("not overridden") }
}
