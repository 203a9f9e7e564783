/// A declaration with the name of its property and its section.
struct DeclaredArgument {
  let declaration: Declaration
  let property: String
  let section: String?

  var kind: Declaration.Kind { declaration.kind }
  var names: [SwitchName] { declaration.names.flatMap { $0.resolve(property: property) } }
  /// The completion of the value.
  var completion: CompletionKind {
    declaration.completion ?? declaration.value.allValues.map { .values($0) } ?? CompletionKind.none
  }

  var valueName: String { declaration.customValueName ?? OptionName.hyphenated(property) }

  /// The name in messages: `<path>`, `--output <file>`, `--quiet`.
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

/// All declarations of a ``ParsableArguments`` value and its groups, in source order.
struct DeclaredArguments {
  private(set) var own: [DeclaredArgument] = []
  /// All values to validate, inner groups before outer ones.
  private(set) var validated: [any ParsableArguments] = []
  /// True if the shared arguments are among the groups.
  private(set) var includesShared = false

  /// The environment variables of all values.
  var environment: [ManualEntry] { validated.flatMap { Swift.type(of: $0).environment } }

  /// Collects the declarations of `arguments`. A group with the type of `shared` uses that value, and its declarations are omitted.
  init(of arguments: any ParsableArguments, sharing shared: (any ParsableArguments)? = nil) {
    collect(arguments, section: nil, shared: shared)
  }

  private mutating func collect(_ arguments: any ParsableArguments, section: String?, shared: (any ParsableArguments)?)
  {
    for child in Mirror(reflecting: arguments).children {
      guard let wrapper = child.value as? DeclaredWrapper else { continue }
      if let property = wrapper as? DeclaredProperty {
        // The compiler stores a wrapper under the property's name with a leading underscore.
        let name = String((child.label ?? "_").dropFirst())
        own.append(DeclaredArgument(declaration: property.declaration, property: name, section: section))
      } else if let group = wrapper as? DeclaredGroup {
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
