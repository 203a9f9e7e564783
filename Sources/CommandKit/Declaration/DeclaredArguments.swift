/// A declaration together with what its place adds: the property's name, the section it stands in.
struct DeclaredArgument {
  let declaration: Declaration
  let property: String
  let section: String?

  var kind: Declaration.Kind { declaration.kind }
  var names: [SwitchName] { declaration.names.flatMap { $0.resolve(property: property) } }
  /// How a shell completes the value.
  var completion: CompletionKind {
    declaration.completion ?? declaration.value.allValues.map { .values($0) } ?? CompletionKind.none
  }

  var valueName: String { declaration.customValueName ?? OptionName.hyphenated(property) }

  /// How messages call it: `<path>`, `--output <file>`, `--quiet`.
  var label: String {
    switch kind {
    case .positional: "<\(valueName)>"
    case .option: "\(preferredName) <\(valueName)>"
    case .flag: preferredName
    }
  }

  var preferredName: String {
    let names = names
    return (names.first { $0.isLong } ?? names.first)?.text ?? ""
  }
}

/// Everything that a value of a ``ParsableArguments`` type declares, its groups included, in the order of the source.
struct DeclaredArguments {
  private(set) var own: [DeclaredArgument] = []
  /// All values whose `validate()` has a say, inner groups before outer ones.
  private(set) var validated: [any ParsableArguments] = []
  /// Whether the shared arguments were found among the groups.
  private(set) var includesShared = false

  /// The variables that all of them look at.
  var environment: [ManualEntry] { validated.flatMap { Swift.type(of: $0).environment } }

  /// Looks into `arguments`; a group of the type of `shared` gets that value and is otherwise left out.
  init(of arguments: any ParsableArguments, sharing shared: (any ParsableArguments)? = nil) {
    collect(arguments, section: nil, shared: shared)
  }

  private mutating func collect(_ arguments: any ParsableArguments, section: String?, shared: (any ParsableArguments)?)
  {
    for child in Mirror(reflecting: arguments).children {
      if let property = child.value as? DeclaredProperty {
        // The compiler stores a wrapper under the property's name with an underscore in front.
        let name = String((child.label ?? "_").dropFirst())
        own.append(DeclaredArgument(declaration: property.declaration, property: name, section: section))
      } else if let group = child.value as? DeclaredGroup {
        if let shared, group.adopt(shared) {
          includesShared = true
        } else {
          collect(group.arguments, section: group.title ?? section, shared: shared)
        }
      }
    }
    validated.append(arguments)
  }
}
